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
// The structures are those of 64-bit systems: on 32-bit ones SeajayInfo and SeajayLimits
// end with one more int.

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
    /** The library. */
    public interface Seajay extends Library {
        // Made by "make abi" from include/seajay.h: what this program uses of it, with its names.
        int SEAJAY_ABI_VERSION = 4;
        int SEAJAY_GAME_ONGOING = 0;
        int SEAJAY_SCORE_CP = 0;
        int SEAJAY_SCORE_MATE = 1;
        int SEAJAY_BOUND_EXACT = 0;
        int SEAJAY_INFO_LINE = 0;
        int SEAJAY_STOP_STOPPED = 5;

        class SeajayEngine extends PointerType {}

        class SeajayGame extends PointerType {}

        @FieldOrder({
            "struct_size", "depth", "nodes", "move_time_ms", "mate", "moves_to_go", "white_time_ms",
            "black_time_ms", "white_increment_ms", "black_increment_ms", "infinite", "ponder",
            "search_moves", "priority", "reserved_after"
        })
        class SeajayLimits extends Structure {
            public int struct_size;
            public int depth;
            public long nodes;
            public long move_time_ms;
            public int mate;
            public int moves_to_go;
            public long white_time_ms;
            public long black_time_ms;
            public long white_increment_ms;
            public long black_increment_ms;
            public int infinite;
            public int ponder;
            public String search_moves;
            public int priority;
            public int reserved_after;

            public SeajayLimits() {
                struct_size = size();
            }
        }

        @FieldOrder({"kind", "value", "bound"})
        class SeajayScore extends Structure {
            public int kind;
            public int value;
            public int bound;
        }

        @FieldOrder({
            "struct_size", "kind", "search_id", "depth", "seldepth", "multipv", "hashfull", "score",
            "wdl", "nodes", "nps", "tb_hits", "time_ms", "pv"
        })
        class SeajayInfo extends Structure {
            public int struct_size;
            public int kind;
            public long search_id;
            public int depth;
            public int seldepth;
            public int multipv;
            public int hashfull;
            public SeajayScore score;
            public int[] wdl = new int[3];
            public long nodes;
            public long nps;
            public long tb_hits;
            public long time_ms;
            public String pv;

            public SeajayInfo() {
                struct_size = size();
            }
        }

        @FieldOrder({
            "struct_size", "stop_reason", "search_id", "best_move", "ponder_move", "score", "depth",
            "seldepth", "wdl", "nodes", "time_ms", "queue_ms"
        })
        class SeajayResult extends Structure {
            public int struct_size;
            public int stop_reason;
            public long search_id;
            public byte[] best_move = new byte[8];
            public byte[] ponder_move = new byte[8];
            public SeajayScore score;
            public int depth;
            public int seldepth;
            public int[] wdl = new int[3];
            public long nodes;
            public long time_ms;
            public long queue_ms;

            public SeajayResult() {
                struct_size = size();
            }
        }

        interface SeajayInfoCallback extends Callback {
            int invoke(Pointer user_data, SeajayInfo info);
        }

        int seajay_abi_version();

        String seajay_version();

        long seajay_last_error(byte[] buffer, long size);

        SeajayGame seajay_game_new();

        void seajay_game_free(SeajayGame game);

        int seajay_game_set(SeajayGame game, String fen, String moves);

        int seajay_game_play(SeajayGame game, String moves);

        long seajay_game_moves_san(SeajayGame game, byte[] buffer, long size);

        int seajay_game_state(SeajayGame game);

        long seajay_game_to_san(SeajayGame game, String moves, byte[] buffer, long size);

        SeajayEngine seajay_new();

        void seajay_free(SeajayEngine engine);

        int seajay_set_option(SeajayEngine engine, String name, String value);

        int seajay_set_game(SeajayEngine engine, SeajayGame game);

        int seajay_set_info_callback(
                SeajayEngine engine, SeajayInfoCallback callback, Pointer user_data);

        int seajay_search(SeajayEngine engine, SeajayLimits limits, SeajayResult result);

        int seajay_start(SeajayEngine engine, SeajayLimits limits);

        int seajay_wait(SeajayEngine engine, long timeout_ms, SeajayResult result);

        int seajay_stop(SeajayEngine engine);
        // End of what "make abi" makes.
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

    static String toSan(Seajay.SeajayGame game, String moves) {
        return text((buffer, size) -> seajay.seajay_game_to_san(game, moves, buffer, size));
    }

    static String bestMove(Seajay.SeajayResult result) {
        return Native.toString(result.best_move, "UTF-8");
    }

    /** Pawns, moves to mate, or plies to a tablebase win, from the side to move's point of view. */
    static String scoreText(Seajay.SeajayScore score) {
        if (score.kind == Seajay.SEAJAY_SCORE_CP) {
            return String.format(Locale.ROOT, "%+.2f", score.value / 100.0);
        }
        String unit = score.kind == Seajay.SEAJAY_SCORE_MATE ? "#" : "TB";
        return String.format(Locale.ROOT, "%s%+d", unit, score.value);
    }

    /** The engine plays both sides, with a few thousand positions for each move. */
    static void play(Seajay.SeajayEngine engine, Seajay.SeajayGame game) {
        Seajay.SeajayLimits limits = new Seajay.SeajayLimits();
        Seajay.SeajayResult result = new Seajay.SeajayResult();
        limits.nodes = 3000;
        for (int ply = 0; ply < 20; ply++) {
            if (check(seajay.seajay_game_state(game)) != Seajay.SEAJAY_GAME_ONGOING) {
                break;
            }
            check(seajay.seajay_set_game(engine, game));
            check(seajay.seajay_search(engine, limits, result));
            check(seajay.seajay_game_play(game, bestMove(result)));
        }
        String moves = text((buffer, size) -> seajay.seajay_game_moves_san(game, buffer, size));
        System.out.println("game: " + moves);
        int[] wdl = result.wdl;
        System.out.printf(
                "chances: %d %d %d, nodes: %d%n", wdl[0], wdl[1], wdl[2], result.nodes);
    }

    static void show(Seajay.SeajayGame game, Seajay.SeajayInfo info) {
        if (info.kind == Seajay.SEAJAY_INFO_LINE && info.score.bound == Seajay.SEAJAY_BOUND_EXACT) {
            System.out.printf(
                    "depth %d, line %d: %s %s%n",
                    info.depth, info.multipv, scoreText(info.score), toSan(game, info.pv));
        }
    }

    /** The three best lines of each depth, as the info callback receives them. */
    static void analyse(Seajay.SeajayEngine engine, Seajay.SeajayGame game) {
        Seajay.SeajayLimits limits = new Seajay.SeajayLimits();
        RuntimeException[] failure = {null};
        Seajay.SeajayInfoCallback callback =
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
    static void stop(Seajay.SeajayEngine engine, Seajay.SeajayGame game) throws InterruptedException {
        Seajay.SeajayLimits limits = new Seajay.SeajayLimits();
        Seajay.SeajayResult result = new Seajay.SeajayResult();
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
        if (result.stop_reason != Seajay.SEAJAY_STOP_STOPPED) {
            throw new IllegalStateException("the search has ended by itself");
        }
        System.out.println("stopped: " + toSan(game, bestMove(result)));
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (seajay.seajay_abi_version() != Seajay.SEAJAY_ABI_VERSION) {
            throw new IllegalStateException("the library is another version");
        }
        System.out.println("seajay " + seajay.seajay_version());
        Seajay.SeajayGame game = seajay.seajay_game_new();
        Seajay.SeajayEngine engine = seajay.seajay_new();
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
