// A host in Java, with JNA. In the root of the repository, where jna.jar is Debian's package libjna-java:
//
//     cargo build --release
//     java -cp /usr/share/java/jna.jar -Djna.library.path=target/release examples/hosts/Host.java
//
// What the runtime asks for:
// * Fields of a structure come in the order of C, which getFieldOrder or @FieldOrder must say.
// * A callback that the library holds must be reachable from Java: the collector does not see the library. JNA
//   attaches the library's thread to the virtual machine while it is in a callback.
// * The text of an error belongs to the thread whose call failed: check() asks at once.

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.nio.charset.StandardCharsets;

public class Host {
    @FieldOrder({"kind", "value", "bound"})
    public static class Score extends Structure {
        public int kind, value, bound;
    }

    @FieldOrder({"structSize", "depth", "nodes", "moveTimeMs", "mate", "movesToGo", "whiteTimeMs", "blackTimeMs",
            "whiteIncrementMs", "blackIncrementMs", "infinite", "ponder", "searchMoves"})
    public static class Limits extends Structure {
        public int structSize, depth;
        public long nodes, moveTimeMs;
        public int mate, movesToGo;
        public long whiteTimeMs, blackTimeMs, whiteIncrementMs, blackIncrementMs;
        public int infinite, ponder;
        public Pointer searchMoves;

        public Limits() {
            structSize = size();
        }
    }

    @FieldOrder({"structSize", "kind", "searchId", "depth", "selDepth", "multiPv", "hashFull", "score", "wdl", "nodes",
            "nps", "tbHits", "timeMs", "pv"})
    public static class Info extends Structure {
        public int structSize, kind;
        public long searchId;
        public int depth, selDepth, multiPv, hashFull;
        public Score score;
        public int[] wdl = new int[3];
        public long nodes, nps, tbHits, timeMs;
        public Pointer pv;

        public static class ByReference extends Info implements Structure.ByReference {
        }
    }

    @FieldOrder({"structSize", "stopReason", "searchId", "bestMove", "ponderMove", "score", "depth", "selDepth", "nodes",
            "timeMs"})
    public static class Result extends Structure {
        public int structSize, stopReason;
        public long searchId;
        public byte[] bestMove = new byte[8], ponderMove = new byte[8];
        public Score score;
        public int depth, selDepth;
        public long nodes, timeMs;

        public Result() {
            structSize = size();
        }
    }

    public interface InfoCallback extends Callback {
        int invoke(Pointer userData, Info.ByReference info);
    }

    public interface Seajay extends Library {
        int seajay_abi_version();
        long seajay_last_error(byte[] buffer, long size);
        Pointer seajay_game_new();
        void seajay_game_free(Pointer game);
        int seajay_game_set(Pointer game, String fen, String moves);
        int seajay_game_play(Pointer game, byte[] moves);
        long seajay_game_moves_san(Pointer game, byte[] buffer, long size);
        Pointer seajay_new();
        void seajay_free(Pointer engine);
        int seajay_set_option(Pointer engine, String name, String value);
        int seajay_set_game(Pointer engine, Pointer game);
        int seajay_set_info_callback(Pointer engine, InfoCallback callback, Pointer userData);
        int seajay_search(Pointer engine, Limits limits, Result result);
        int seajay_start(Pointer engine, Limits limits);
        int seajay_stop(Pointer engine);
        int seajay_wait(Pointer engine, long timeoutMs, Result result);
        long seajay_line_count(Pointer engine);
        long seajay_line_to_san(Pointer engine, long index, byte[] buffer, long size);
    }

    static final Seajay SEAJAY = Native.load("seajay", Seajay.class,
            java.util.Map.of(Library.OPTION_STRING_ENCODING, "UTF-8"));

    static String text(byte[] buffer) {
        return Native.toString(buffer, StandardCharsets.UTF_8.name());
    }

    static void check(int status) {
        if (status < 0) {
            byte[] buffer = new byte[1025];
            SEAJAY.seajay_last_error(buffer, buffer.length);
            throw new IllegalArgumentException(text(buffer));
        }
    }

    static void play(Pointer engine, Pointer game, int plies) {
        Limits limits = new Limits();
        Result result = new Result();
        limits.nodes = 500;
        for (int ply = 0; ply < plies; ply++) {
            check(SEAJAY.seajay_set_game(engine, game));
            check(SEAJAY.seajay_search(engine, limits, result));
            check(SEAJAY.seajay_game_play(game, result.bestMove));
        }
        byte[] buffer = new byte[1024];
        SEAJAY.seajay_game_moves_san(game, buffer, buffer.length);
        System.out.println("game: " + text(buffer));
    }

    static void analyse(Pointer engine, Pointer game) {
        Limits limits = new Limits();
        int[] calls = {0};
        InfoCallback count = (userData, info) -> {
            calls[0]++;
            return 0;
        };
        limits.depth = 8;
        check(SEAJAY.seajay_set_option(engine, "MultiPV", "3"));
        check(SEAJAY.seajay_set_game(engine, game));
        check(SEAJAY.seajay_set_info_callback(engine, count, null));
        check(SEAJAY.seajay_search(engine, limits, new Result()));
        check(SEAJAY.seajay_set_info_callback(engine, null, null));
        for (long index = 0; index < SEAJAY.seajay_line_count(engine); index++) {
            byte[] buffer = new byte[1024];
            SEAJAY.seajay_line_to_san(engine, index, buffer, buffer.length);
            System.out.println("line " + (index + 1) + ": " + text(buffer));
        }
        if (calls[0] == 0) {
            throw new IllegalStateException("the search reported nothing");
        }
    }

    static void stopFromAnotherThread(Pointer engine) throws InterruptedException {
        Limits limits = new Limits();
        Result result = new Result();
        limits.infinite = 1;
        check(SEAJAY.seajay_start(engine, limits));
        Thread other = new Thread(() -> SEAJAY.seajay_stop(engine));
        other.start();
        check(SEAJAY.seajay_wait(engine, -1, result));
        other.join();
        System.out.println("stopped: " + text(result.bestMove));
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (SEAJAY.seajay_abi_version() != 2) {
            throw new IllegalStateException("another version of the library");
        }
        Pointer game = SEAJAY.seajay_game_new();
        Pointer engine = SEAJAY.seajay_new();
        try {
            play(engine, game, 6);
            analyse(engine, game);
            stopFromAnotherThread(engine);
            check(SEAJAY.seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", null));
        } catch (IllegalArgumentException error) {
            System.out.println("error: " + error.getMessage());
        } finally {
            SEAJAY.seajay_free(engine);
            SEAJAY.seajay_game_free(game);
        }
    }
}
