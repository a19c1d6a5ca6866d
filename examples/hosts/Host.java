// A host in Java, with JNA. In the root of the repository, with Debian's package libjna-java:
//
//     cargo build --release
//     java -cp /usr/share/java/jna.jar -Djna.library.path=target/release examples/hosts/Host.java
//
// The rules of Java and JNA:
//
// * The fields of a structure are those of C in the order of @FieldOrder. JNA pads and aligns them.
// * The collector does not see what the library holds: a callback must be reachable from Java until
//   the library no longer uses it. reachabilityFence() does so in analyse().
// * A callback of a started search runs on a thread of the library. JNA attaches it to the virtual
//   machine for each call, unless a CallbackThreadInitializer keeps it attached.
// * JNA swallows exceptions that leave a callback: catch them, stop the search, throw them later.
// * The text of an error belongs to the thread whose call failed. check() reads it at once.
//
// The structures are those of 64-bit systems: on 32-bit ones Info and Limits end with one more int.

import com.sun.jna.Callback;
import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.PointerType;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.lang.ref.Reference;
import java.util.Locale;
import java.util.Map;

public final class Host {
    /** The parts of include/seajay.h that this program uses. */
    public interface Seajay extends Library {
        int ABI_VERSION = 3;
        int GAME_ONGOING = 0;
        int INFO_LINE = 0;
        int SCORE_CP = 0;
        int SCORE_MATE = 1;
        int BOUND_EXACT = 0;
        int STOP_STOPPED = 5;

        class Game extends PointerType {}

        class Engine extends PointerType {}

        @FieldOrder({"kind", "value", "bound"})
        class Score extends Structure {
            public int kind, value, bound;
        }

        @FieldOrder({
            "structSize", "kind", "searchId", "depth", "selDepth", "multiPv", "hashFull", "score",
            "wdl", "nodes", "nodesPerSecond", "tablebaseHits", "timeMs", "pv"
        })
        class Info extends Structure {
            public int structSize, kind;
            public long searchId;
            public int depth, selDepth, multiPv, hashFull;
            public Score score;
            public int[] wdl = new int[3];
            public long nodes, nodesPerSecond, tablebaseHits, timeMs;
            public String pv;
        }

        @FieldOrder({
            "structSize", "stopReason", "searchId", "bestMove", "ponderMove", "score", "depth",
            "selDepth", "nodes", "timeMs"
        })
        class Result extends Structure {
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

        @FieldOrder({
            "structSize", "depth", "nodes", "moveTimeMs", "mate", "movesToGo", "whiteTimeMs",
            "blackTimeMs", "whiteIncrementMs", "blackIncrementMs", "infinite", "ponder",
            "searchMoves"
        })
        class Limits extends Structure {
            public int structSize, depth;
            public long nodes, moveTimeMs;
            public int mate, movesToGo;
            public long whiteTimeMs, blackTimeMs, whiteIncrementMs, blackIncrementMs;
            public int infinite, ponder;
            public String searchMoves;

            public Limits() {
                structSize = size();
            }
        }

        interface InfoCallback extends Callback {
            int invoke(Pointer userData, Info info);
        }

        int seajay_abi_version();

        String seajay_version();

        long seajay_last_error(byte[] buffer, long size);

        Game seajay_game_new();

        void seajay_game_free(Game game);

        int seajay_game_set(Game game, String fen, String moves);

        int seajay_game_play(Game game, String moves);

        int seajay_game_state(Game game);

        long seajay_game_moves_san(Game game, byte[] buffer, long size);

        long seajay_game_to_san(Game game, String moves, byte[] buffer, long size);

        Engine seajay_new();

        void seajay_free(Engine engine);

        int seajay_set_option(Engine engine, String name, String value);

        int seajay_set_game(Engine engine, Game game);

        int seajay_set_info_callback(Engine engine, InfoCallback callback, Pointer userData);

        int seajay_search(Engine engine, Limits limits, Result result);

        int seajay_start(Engine engine, Limits limits);

        int seajay_wait(Engine engine, long timeoutMs, Result result);

        int seajay_stop(Engine engine);
    }

    static final Seajay seajay =
            Native.load("seajay", Seajay.class, Map.of(Library.OPTION_STRING_ENCODING, "UTF-8"));

    /** A call that failed, with the library's text. */
    static final class SeajayException extends RuntimeException {
        private static final long serialVersionUID = 1;
        final long status;

        SeajayException(long status, String message) {
            super(message);
            this.status = status;
        }
    }

    /** A function that copies text into a buffer, and returns its full length. */
    interface TextFunction {
        long copy(byte[] buffer, long size);
    }

    // Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
    static final String OPERA =
            "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

    /** Returns what a call returned, or throws the library's text of its error. */
    static long check(long status) {
        if (status >= 0) {
            return status;
        }
        byte[] buffer = new byte[1025];
        seajay.seajay_last_error(buffer, buffer.length);
        throw new SeajayException(status, Native.toString(buffer, "UTF-8"));
    }

    /** Asks first for the length of a text, then for the text. */
    static String text(TextFunction function) {
        byte[] buffer = new byte[(int) check(function.copy(null, 0)) + 1];
        check(function.copy(buffer, buffer.length));
        return Native.toString(buffer, "UTF-8");
    }

    static String toSan(Seajay.Game game, String moves) {
        return text((buffer, size) -> seajay.seajay_game_to_san(game, moves, buffer, size));
    }

    static String bestMove(Seajay.Result result) {
        return Native.toString(result.bestMove, "UTF-8");
    }

    /** Pawns, moves to mate, or plies to a tablebase win, from the side to move's point of view. */
    static String scoreText(Seajay.Score score) {
        if (score.kind == Seajay.SCORE_CP) {
            return String.format(Locale.ROOT, "%+.2f", score.value / 100.0);
        }
        String unit = score.kind == Seajay.SCORE_MATE ? "#" : "TB";
        return String.format(Locale.ROOT, "%s%+d", unit, score.value);
    }

    /** The engine plays both sides, with a few thousand positions for each move. */
    static void play(Seajay.Engine engine, Seajay.Game game) {
        Seajay.Limits limits = new Seajay.Limits();
        Seajay.Result result = new Seajay.Result();
        limits.nodes = 3000;
        for (int ply = 0; ply < 20; ply++) {
            if (check(seajay.seajay_game_state(game)) != Seajay.GAME_ONGOING) {
                break;
            }
            check(seajay.seajay_set_game(engine, game));
            check(seajay.seajay_search(engine, limits, result));
            check(seajay.seajay_game_play(game, bestMove(result)));
        }
        String moves = text((buffer, size) -> seajay.seajay_game_moves_san(game, buffer, size));
        System.out.println("game: " + moves);
    }

    static void show(Seajay.Game game, Seajay.Info info) {
        if (info.kind == Seajay.INFO_LINE && info.score.bound == Seajay.BOUND_EXACT) {
            System.out.printf(
                    "depth %d, line %d: %s %s%n",
                    info.depth, info.multiPv, scoreText(info.score), toSan(game, info.pv));
        }
    }

    /** The three best lines of each depth, as the info callback receives them. */
    static void analyse(Seajay.Engine engine, Seajay.Game game) {
        Seajay.Limits limits = new Seajay.Limits();
        RuntimeException[] failure = {null};
        Seajay.InfoCallback callback =
                (userData, info) -> {
                    try {
                        show(game, info);
                        return 0;
                    } catch (RuntimeException exception) {
                        failure[0] = exception;
                        return 1; // not 0 ends the search
                    }
                };
        // A daemon thread does not keep the virtual machine running.
        boolean daemon = true, detach = false;
        Native.setCallbackThreadInitializer(
                callback, new CallbackThreadInitializer(daemon, detach, "seajay"));
        limits.depth = 6;
        check(seajay.seajay_game_set(game, OPERA, null));
        check(seajay.seajay_set_option(engine, "MultiPV", "3"));
        check(seajay.seajay_set_game(engine, game));
        check(seajay.seajay_set_info_callback(engine, callback, null));
        check(seajay.seajay_start(engine, limits));
        check(seajay.seajay_wait(engine, -1, null));
        check(seajay.seajay_set_info_callback(engine, null, null));
        Reference.reachabilityFence(callback);
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    /** An endless search, until another thread stops it. */
    static void stop(Seajay.Engine engine, Seajay.Game game) throws InterruptedException {
        Seajay.Limits limits = new Seajay.Limits();
        Seajay.Result result = new Seajay.Result();
        limits.infinite = 1;
        check(seajay.seajay_set_game(engine, game));
        check(seajay.seajay_start(engine, limits));
        Thread other =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(200);
                            } catch (InterruptedException early) {
                                // Then the search is stopped now.
                            }
                            seajay.seajay_stop(engine);
                        });
        other.start();
        check(seajay.seajay_wait(engine, -1, result));
        other.join();
        if (result.stopReason != Seajay.STOP_STOPPED) {
            throw new IllegalStateException("the search has ended by itself");
        }
        System.out.println("stopped: " + toSan(game, bestMove(result)));
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (seajay.seajay_abi_version() != Seajay.ABI_VERSION) {
            throw new IllegalStateException("the library is another version");
        }
        System.out.println("seajay " + seajay.seajay_version());
        Seajay.Game game = seajay.seajay_game_new();
        Seajay.Engine engine = seajay.seajay_new();
        try {
            if (game == null || engine == null) {
                throw new OutOfMemoryError("no game or no engine");
            }
            play(engine, game);
            analyse(engine, game);
            stop(engine, game);
            check(seajay.seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", null));
        } catch (SeajayException exception) {
            System.out.println("error: " + exception.getMessage());
        } finally {
            // Stops a search, and waits for its callbacks.
            seajay.seajay_free(engine);
            seajay.seajay_game_free(game);
        }
    }
}
