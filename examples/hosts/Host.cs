// A host in C#, with P/Invoke. In the root of the repository, with Mono (for `dotnet` the code is
// the same):
//
//     cargo build --release
//     mcs -out:target/host.exe examples/hosts/Host.cs
//     LD_LIBRARY_PATH=target/release mono target/host.exe
//
// The rules of .NET:
//
// * The collector does not see what the library holds: a delegate must be kept alive until the
//   library no longer uses it. GC.KeepAlive() does so in Analyse().
// * The calling convention is Cdecl. The default differs on 32-bit Windows.
// * No exception may leave a callback: catch it, stop the search, and throw it again later.
// * A callback of a started search runs on a thread of the library. .NET attaches it by itself.
// * The text of an error belongs to the thread whose call failed. Check() reads it at once, with no
//   await in between.
// * SafeHandle frees games and engines, and keeps them alive during calls. Dispose of them ("using"):
//   the collector does not know what they hold, and may let hundreds of MiB pile up.
//
// The structs are those of 64-bit systems: on 32-bit ones SeajayInfo and SeajayLimits end with one
// more uint.

using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

sealed class SeajayGame : SafeHandle
{
    SeajayGame() : base(IntPtr.Zero, true) { }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    protected override bool ReleaseHandle()
    {
        Native.seajay_game_free(handle);
        return true;
    }
}

sealed class SeajayEngine : SafeHandle
{
    SeajayEngine() : base(IntPtr.Zero, true) { }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    /// Stops a search, and waits for its callbacks.
    protected override bool ReleaseHandle()
    {
        Native.seajay_free(handle);
        return true;
    }
}

// Made by "make abi" from include/seajay.h: what this program uses of it, with its names.
[StructLayout(LayoutKind.Sequential)]
struct SeajayLimits
{
    public uint struct_size;
    public int depth;
    public ulong nodes;
    public long move_time_ms;
    public int mate;
    public int moves_to_go;
    public long white_time_ms;
    public long black_time_ms;
    public long white_increment_ms;
    public long black_increment_ms;
    public int infinite;
    public int ponder;
    public IntPtr search_moves;
    public int priority;
    public int reserved_after;

    public static SeajayLimits New()
    {
        return new SeajayLimits { struct_size = (uint)Marshal.SizeOf(typeof(SeajayLimits)) };
    }
}

[StructLayout(LayoutKind.Sequential)]
struct SeajayScore
{
    public int kind;
    public int value;
    public int bound;
}

[StructLayout(LayoutKind.Sequential)]
struct SeajayInfo
{
    public uint struct_size;
    public int kind;
    public ulong search_id;
    public int depth;
    public int seldepth;
    public int multipv;
    public int hashfull;
    public SeajayScore score;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] public int[] wdl;
    public ulong nodes;
    public ulong nps;
    public ulong tb_hits;
    public long time_ms;
    public IntPtr pv;

    public static SeajayInfo New()
    {
        return new SeajayInfo { struct_size = (uint)Marshal.SizeOf(typeof(SeajayInfo)) };
    }
}

[StructLayout(LayoutKind.Sequential)]
struct SeajayResult
{
    public uint struct_size;
    public int stop_reason;
    public ulong search_id;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 8)] public string best_move;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 8)] public string ponder_move;
    public SeajayScore score;
    public int depth;
    public int seldepth;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] public int[] wdl;
    public ulong nodes;
    public long time_ms;
    public long queue_ms;

    public static SeajayResult New()
    {
        return new SeajayResult { struct_size = (uint)Marshal.SizeOf(typeof(SeajayResult)) };
    }
}

[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
delegate int SeajayInfoCallback(IntPtr user_data, IntPtr info);

static partial class Native
{
    public const int SEAJAY_ABI_VERSION = 4;
    public const int SEAJAY_GAME_ONGOING = 0;
    public const int SEAJAY_SCORE_CP = 0;
    public const int SEAJAY_SCORE_MATE = 1;
    public const int SEAJAY_BOUND_EXACT = 0;
    public const int SEAJAY_INFO_LINE = 0;
    public const int SEAJAY_STOP_STOPPED = 5;

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern uint seajay_abi_version();

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern IntPtr seajay_version();

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern UIntPtr seajay_last_error(byte[] buffer, UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern SeajayGame seajay_game_new();

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern void seajay_game_free(IntPtr game);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_game_set(
        SeajayGame game,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string fen,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string moves);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_game_play(
        SeajayGame game,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string moves);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_moves_san(SeajayGame game, byte[] buffer, UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_game_state(SeajayGame game);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_to_san(
        SeajayGame game,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string moves,
        byte[] buffer,
        UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern SeajayEngine seajay_new();

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern void seajay_free(IntPtr engine);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_set_option(
        SeajayEngine engine,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string name,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string value);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_set_game(SeajayEngine engine, SeajayGame game);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_set_info_callback(
        SeajayEngine engine,
        SeajayInfoCallback callback,
        IntPtr user_data);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_search(
        SeajayEngine engine,
        ref SeajayLimits limits,
        ref SeajayResult result);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_start(SeajayEngine engine, ref SeajayLimits limits);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_wait(
        SeajayEngine engine,
        long timeout_ms,
        ref SeajayResult result);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_stop(SeajayEngine engine);
}
// End of what "make abi" makes.

class SeajayException : Exception
{
    public readonly long Status;

    public SeajayException(long status, string message) : base(message) { Status = status; }
}

static class Host
{
    // Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
    const string Opera = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

    /// Returns what a call returned, or throws the library's text of its error.
    static long Check(long status)
    {
        if (status >= 0)
            return status;
        var buffer = new byte[1025];
        Native.seajay_last_error(buffer, (UIntPtr)buffer.Length);
        throw new SeajayException(status, Decode(buffer));
    }

    static string Decode(byte[] buffer)
    {
        return Encoding.UTF8.GetString(buffer, 0, Array.IndexOf(buffer, (byte)0));
    }

    /// Calls a function that copies text into a buffer: first for its length, then for the text.
    static string Text(Func<byte[], UIntPtr, long> copy)
    {
        var buffer = new byte[Check(copy(null, UIntPtr.Zero)) + 1];
        Check(copy(buffer, (UIntPtr)buffer.Length));
        return Decode(buffer);
    }

    static string ToSan(SeajayGame game, string moves)
    {
        return Text((buffer, size) => Native.seajay_game_to_san(game, moves, buffer, size));
    }

    /// Pawns, moves to mate, or plies to a tablebase win, from the side to move's point of view.
    static string ScoreText(SeajayScore score)
    {
        if (score.kind == Native.SEAJAY_SCORE_CP)
            return (score.value / 100.0).ToString("+0.00;-0.00", CultureInfo.InvariantCulture);
        return (score.kind == Native.SEAJAY_SCORE_MATE ? "#" : "TB") + score.value.ToString("+0;-0;+0");
    }

    /// The engine plays both sides, with a few thousand positions for each move.
    static void Play(SeajayEngine engine, SeajayGame game)
    {
        var limits = SeajayLimits.New();
        var result = SeajayResult.New();
        limits.nodes = 3000;
        for (int ply = 0; ply < 20; ply++)
        {
            if (Check(Native.seajay_game_state(game)) != Native.SEAJAY_GAME_ONGOING)
                break;
            Check(Native.seajay_set_game(engine, game));
            Check(Native.seajay_search(engine, ref limits, ref result));
            Check(Native.seajay_game_play(game, result.best_move));
        }
        Console.WriteLine("game: " + Text((buffer, size) =>
            Native.seajay_game_moves_san(game, buffer, size)));
        Console.WriteLine("chances: {0}, nodes: {1}", string.Join(" ", result.wdl), result.nodes);
    }

    static void Show(SeajayGame game, SeajayInfo info)
    {
        if (info.kind == Native.SEAJAY_INFO_LINE && info.score.bound == Native.SEAJAY_BOUND_EXACT)
            Console.WriteLine("depth {0}, line {1}: {2} {3}", info.depth, info.multipv,
                ScoreText(info.score), ToSan(game, Marshal.PtrToStringAnsi(info.pv)));
    }

    /// The three best lines of each depth, as the info callback receives them.
    static void Analyse(SeajayEngine engine, SeajayGame game)
    {
        var limits = SeajayLimits.New();
        var result = SeajayResult.New();
        Exception failure = null;
        SeajayInfoCallback callback = (userData, info) =>
        {
            try
            {
                Show(game, (SeajayInfo)Marshal.PtrToStructure(info, typeof(SeajayInfo)));
                return 0;
            }
            catch (Exception exception)
            {
                failure = exception;
                return 1; // not 0 ends the search
            }
        };
        limits.depth = 6;
        Check(Native.seajay_game_set(game, Opera, null));
        Check(Native.seajay_set_option(engine, "MultiPV", "3"));
        Check(Native.seajay_set_game(engine, game));
        Check(Native.seajay_set_info_callback(engine, callback, IntPtr.Zero));
        Check(Native.seajay_start(engine, ref limits));
        Check(Native.seajay_wait(engine, -1, ref result));
        Check(Native.seajay_set_info_callback(engine, null, IntPtr.Zero));
        GC.KeepAlive(callback);
        if (failure != null)
            throw new Exception("the callback failed", failure);
    }

    /// An endless search, until another thread stops it.
    static void Stop(SeajayEngine engine, SeajayGame game)
    {
        var limits = SeajayLimits.New();
        var result = SeajayResult.New();
        limits.infinite = 1;
        Check(Native.seajay_set_game(engine, game));
        Check(Native.seajay_start(engine, ref limits));
        var other = new Thread(() =>
        {
            Thread.Sleep(200);
            Native.seajay_stop(engine);
        });
        other.Start();
        Check(Native.seajay_wait(engine, -1, ref result));
        other.Join();
        if (result.stop_reason != Native.SEAJAY_STOP_STOPPED)
            throw new Exception("the search has ended by itself");
        Console.WriteLine("stopped: " + ToSan(game, result.best_move));
    }

    static void Main()
    {
        if (Native.seajay_abi_version() != Native.SEAJAY_ABI_VERSION)
            throw new Exception("the library is another version");
        Console.WriteLine("seajay " + Marshal.PtrToStringAnsi(Native.seajay_version()));
        using (SeajayGame game = Native.seajay_game_new())
        using (SeajayEngine engine = Native.seajay_new())
        {
            if (game.IsInvalid || engine.IsInvalid)
                throw new OutOfMemoryException();
            Play(engine, game);
            Analyse(engine, game);
            Stop(engine, game);
            try
            {
                Check(Native.seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", null));
            }
            catch (SeajayException exception)
            {
                Console.WriteLine("error: " + exception.Message);
            }
        }
    }
}
