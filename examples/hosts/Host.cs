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
// The structs are those of 64-bit systems: on 32-bit ones Info and Limits end with one more uint.

using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

enum GameState { Ongoing = 0 }
enum InfoKind { Line = 0, Tick = 1 }
enum ScoreKind { Centipawns = 0, Mate = 1, Tablebase = 2 }
enum Bound { Exact = 0, Lower = 1, Upper = 2 }
enum StopReason { Depth = 1, Nodes, Time, Mate, Stopped, Callback, GameOver }

[StructLayout(LayoutKind.Sequential)]
struct Score
{
    public ScoreKind Kind;
    public int Value;
    public Bound Bound;
}

[StructLayout(LayoutKind.Sequential)]
struct Info
{
    public uint StructSize;
    public InfoKind Kind;
    public ulong SearchId;
    public int Depth, SelDepth, MultiPV, HashFull;
    public Score Score;
    public int Win, Draw, Loss;
    public ulong Nodes, NodesPerSecond, TablebaseHits;
    public long TimeMs;
    public IntPtr PV;
}

[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
struct Result
{
    public uint StructSize;
    public StopReason StopReason;
    public ulong SearchId;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 8)] public string BestMove;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 8)] public string PonderMove;
    public Score Score;
    public int Depth, SelDepth;
    public ulong Nodes;
    public long TimeMs;

    public static Result New()
    {
        return new Result { StructSize = (uint)Marshal.SizeOf(typeof(Result)) };
    }
}

[StructLayout(LayoutKind.Sequential)]
struct Limits
{
    public uint StructSize;
    public int Depth;
    public ulong Nodes;
    public long MoveTimeMs;
    public int Mate, MovesToGo;
    public long WhiteTimeMs, BlackTimeMs, WhiteIncrementMs, BlackIncrementMs;
    public int Infinite, Ponder;
    public IntPtr SearchMoves;

    public static Limits New()
    {
        return new Limits { StructSize = (uint)Marshal.SizeOf(typeof(Limits)) };
    }
}

sealed class Game : SafeHandle
{
    Game() : base(IntPtr.Zero, true) { }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    protected override bool ReleaseHandle()
    {
        Native.seajay_game_free(handle);
        return true;
    }
}

sealed class Engine : SafeHandle
{
    Engine() : base(IntPtr.Zero, true) { }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    /// Stops a search, and waits for its callbacks.
    protected override bool ReleaseHandle()
    {
        Native.seajay_free(handle);
        return true;
    }
}

[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
delegate int InfoCallback(IntPtr userData, ref Info info);

/// The parts of include/seajay.h that this program uses.
static class Native
{
    public const uint AbiVersion = 3;

    const string Library = "seajay";
    const CallingConvention C = CallingConvention.Cdecl;
    const UnmanagedType Utf8 = UnmanagedType.LPUTF8Str;

    [DllImport(Library, CallingConvention = C)]
    public static extern uint seajay_abi_version();

    [DllImport(Library, CallingConvention = C)]
    public static extern IntPtr seajay_version();

    [DllImport(Library, CallingConvention = C)]
    public static extern UIntPtr seajay_last_error(byte[] buffer, UIntPtr size);

    [DllImport(Library, CallingConvention = C)]
    public static extern Game seajay_game_new();

    [DllImport(Library, CallingConvention = C)]
    public static extern void seajay_game_free(IntPtr game);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_game_set(
        Game game, [MarshalAs(Utf8)] string fen, [MarshalAs(Utf8)] string moves);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_game_play(Game game, [MarshalAs(Utf8)] string moves);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_game_state(Game game);

    [DllImport(Library, CallingConvention = C)]
    public static extern long seajay_game_moves_san(Game game, byte[] buffer, UIntPtr size);

    [DllImport(Library, CallingConvention = C)]
    public static extern long seajay_game_to_san(
        Game game, [MarshalAs(Utf8)] string moves, byte[] buffer, UIntPtr size);

    [DllImport(Library, CallingConvention = C)]
    public static extern Engine seajay_new();

    [DllImport(Library, CallingConvention = C)]
    public static extern void seajay_free(IntPtr engine);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_set_option(
        Engine engine, [MarshalAs(Utf8)] string name, [MarshalAs(Utf8)] string value);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_set_game(Engine engine, Game game);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_set_info_callback(
        Engine engine, InfoCallback callback, IntPtr userData);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_search(Engine engine, ref Limits limits, ref Result result);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_start(Engine engine, ref Limits limits);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_wait(Engine engine, long timeoutMs, ref Result result);

    [DllImport(Library, CallingConvention = C)]
    public static extern int seajay_stop(Engine engine);
}

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

    static string ToSan(Game game, string moves)
    {
        return Text((buffer, size) => Native.seajay_game_to_san(game, moves, buffer, size));
    }

    /// Pawns, moves to mate, or plies to a tablebase win, from the side to move's point of view.
    static string ScoreText(Score score)
    {
        if (score.Kind == ScoreKind.Centipawns)
            return (score.Value / 100.0).ToString("+0.00;-0.00", CultureInfo.InvariantCulture);
        return (score.Kind == ScoreKind.Mate ? "#" : "TB") + score.Value.ToString("+0;-0;+0");
    }

    /// The engine plays both sides, with a few thousand positions for each move.
    static void Play(Engine engine, Game game)
    {
        var limits = Limits.New();
        var result = Result.New();
        limits.Nodes = 3000;
        for (int ply = 0; ply < 20; ply++)
        {
            if (Check(Native.seajay_game_state(game)) != (long)GameState.Ongoing)
                break;
            Check(Native.seajay_set_game(engine, game));
            Check(Native.seajay_search(engine, ref limits, ref result));
            Check(Native.seajay_game_play(game, result.BestMove));
        }
        Console.WriteLine("game: " + Text((buffer, size) =>
            Native.seajay_game_moves_san(game, buffer, size)));
    }

    static void Show(Game game, Info info)
    {
        if (info.Kind == InfoKind.Line && info.Score.Bound == Bound.Exact)
            Console.WriteLine("depth {0}, line {1}: {2} {3}", info.Depth, info.MultiPV,
                ScoreText(info.Score), ToSan(game, Marshal.PtrToStringAnsi(info.PV)));
    }

    /// The three best lines of each depth, as the info callback receives them.
    static void Analyse(Engine engine, Game game)
    {
        var limits = Limits.New();
        var result = Result.New();
        Exception failure = null;
        InfoCallback callback = (IntPtr userData, ref Info info) =>
        {
            try
            {
                Show(game, info);
                return 0;
            }
            catch (Exception exception)
            {
                failure = exception;
                return 1; // not 0 ends the search
            }
        };
        limits.Depth = 6;
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
    static void Stop(Engine engine, Game game)
    {
        var limits = Limits.New();
        var result = Result.New();
        limits.Infinite = 1;
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
        if (result.StopReason != StopReason.Stopped)
            throw new Exception("the search has ended by itself");
        Console.WriteLine("stopped: " + ToSan(game, result.BestMove));
    }

    static void Main()
    {
        if (Native.seajay_abi_version() != Native.AbiVersion)
            throw new Exception("the library is another version");
        Console.WriteLine("seajay " + Marshal.PtrToStringAnsi(Native.seajay_version()));
        using (Game game = Native.seajay_game_new())
        using (Engine engine = Native.seajay_new())
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
