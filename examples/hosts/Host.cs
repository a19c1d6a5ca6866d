// A host in C#, with P/Invoke. In the root of the repository, with Mono (or `dotnet`, the code is the same):
//
//     cargo build --release
//     mcs -out:target/host.exe examples/hosts/Host.cs
//     LD_LIBRARY_PATH=target/release mono target/host.exe
//
// What the runtime asks for:
// * A delegate that the library holds must be kept alive: the collector does not see the library. Here that is the
//   field Listener.callback.
// * An exception must not leave a callback. This one catches them, and stops the search.
// * The text of an error belongs to the thread whose call failed. Check() asks at once, before any await could move
//   the work to another thread.

using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

static class Native
{
    const string Library = "seajay";

    [StructLayout(LayoutKind.Sequential)]
    public struct Score { public int Kind, Value, Bound; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Limits
    {
        public uint StructSize; public int Depth; public ulong Nodes; public long MoveTimeMs; public int Mate, MovesToGo;
        public long WhiteTimeMs, BlackTimeMs, WhiteIncrementMs, BlackIncrementMs; public int Infinite, Ponder;
        public IntPtr SearchMoves;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Info
    {
        public uint StructSize; public int Kind; public ulong SearchId; public int Depth, SelDepth, MultiPv, HashFull;
        public Score Score; public int Win, Draw, Loss; public ulong Nodes, Nps, TbHits; public long TimeMs; public IntPtr Pv;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Result
    {
        public uint StructSize; public int StopReason; public ulong SearchId;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] public byte[] BestMove;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 8)] public byte[] PonderMove;
        public Score Score; public int Depth, SelDepth; public ulong Nodes; public long TimeMs;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int InfoCallback(IntPtr userData, ref Info info);

    [DllImport(Library)] public static extern uint seajay_abi_version();
    [DllImport(Library)] public static extern UIntPtr seajay_last_error(byte[] buffer, UIntPtr size);
    [DllImport(Library)] public static extern IntPtr seajay_game_new();
    [DllImport(Library)] public static extern void seajay_game_free(IntPtr game);
    [DllImport(Library)] public static extern int seajay_game_set(IntPtr game, byte[] fen, byte[] moves);
    [DllImport(Library)] public static extern int seajay_game_play(IntPtr game, byte[] moves);
    [DllImport(Library)] public static extern long seajay_game_moves_san(IntPtr game, byte[] buffer, UIntPtr size);
    [DllImport(Library)] public static extern IntPtr seajay_new();
    [DllImport(Library)] public static extern void seajay_free(IntPtr engine);
    [DllImport(Library)] public static extern int seajay_set_option(IntPtr engine, byte[] name, byte[] value);
    [DllImport(Library)] public static extern int seajay_set_game(IntPtr engine, IntPtr game);
    [DllImport(Library)] public static extern int seajay_set_info_callback(IntPtr engine, InfoCallback callback, IntPtr userData);
    [DllImport(Library)] public static extern int seajay_search(IntPtr engine, ref Limits limits, ref Result result);
    [DllImport(Library)] public static extern int seajay_start(IntPtr engine, ref Limits limits);
    [DllImport(Library)] public static extern int seajay_stop(IntPtr engine);
    [DllImport(Library)] public static extern int seajay_wait(IntPtr engine, long timeoutMs, ref Result result);
    [DllImport(Library)] public static extern UIntPtr seajay_line_count(IntPtr engine);
    [DllImport(Library)] public static extern long seajay_line_to_san(IntPtr engine, UIntPtr index, byte[] buffer, UIntPtr size);
}

class SeajayException : Exception
{
    public SeajayException(string message) : base(message) { }
}

/// Counts what a running search reports.
class Listener
{
    public readonly Native.InfoCallback callback;
    public int Calls;

    public Listener() { callback = OnInfo; }

    int OnInfo(IntPtr userData, ref Native.Info info)
    {
        try
        {
            Calls++;
            return 0;
        }
        catch (Exception)
        {
            return 1;
        }
    }
}

static class Host
{
    static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

    static string Text(byte[] buffer) { return Encoding.UTF8.GetString(buffer, 0, Array.IndexOf(buffer, (byte)0)); }

    static void Check(int status)
    {
        if (status >= 0)
            return;
        var buffer = new byte[1025];
        Native.seajay_last_error(buffer, (UIntPtr)buffer.Length);
        throw new SeajayException(Text(buffer));
    }

    static Native.Limits NewLimits() { return new Native.Limits { StructSize = (uint)Marshal.SizeOf<Native.Limits>() }; }

    static Native.Result NewResult()
    {
        return new Native.Result { StructSize = (uint)Marshal.SizeOf<Native.Result>(), BestMove = new byte[8], PonderMove = new byte[8] };
    }

    static void Play(IntPtr engine, IntPtr game, int plies)
    {
        var limits = NewLimits();
        var result = NewResult();
        limits.Nodes = 500;
        for (int ply = 0; ply < plies; ply++)
        {
            Check(Native.seajay_set_game(engine, game));
            Check(Native.seajay_search(engine, ref limits, ref result));
            Check(Native.seajay_game_play(game, result.BestMove));
        }
        var buffer = new byte[1024];
        Native.seajay_game_moves_san(game, buffer, (UIntPtr)buffer.Length);
        Console.WriteLine("game: " + Text(buffer));
    }

    static void Analyse(IntPtr engine, IntPtr game)
    {
        var limits = NewLimits();
        var result = NewResult();
        var listener = new Listener();
        limits.Depth = 8;
        Check(Native.seajay_set_option(engine, Utf8("MultiPV"), Utf8("3")));
        Check(Native.seajay_set_game(engine, game));
        Check(Native.seajay_set_info_callback(engine, listener.callback, IntPtr.Zero));
        Check(Native.seajay_search(engine, ref limits, ref result));
        Check(Native.seajay_set_info_callback(engine, null, IntPtr.Zero));
        for (ulong index = 0; index < (ulong)Native.seajay_line_count(engine); index++)
        {
            var buffer = new byte[1024];
            Native.seajay_line_to_san(engine, (UIntPtr)index, buffer, (UIntPtr)buffer.Length);
            Console.WriteLine("line {0}: {1}", index + 1, Text(buffer));
        }
        if (listener.Calls == 0)
            throw new Exception("the search reported nothing");
    }

    static void StopFromAnotherThread(IntPtr engine)
    {
        var limits = NewLimits();
        var result = NewResult();
        limits.Infinite = 1;
        Check(Native.seajay_start(engine, ref limits));
        var other = new Thread(() => Native.seajay_stop(engine));
        other.Start();
        Check(Native.seajay_wait(engine, -1, ref result));
        other.Join();
        Console.WriteLine("stopped: " + Text(result.BestMove));
    }

    static int Main()
    {
        if (Native.seajay_abi_version() != 2)
            throw new Exception("another version of the library");
        IntPtr game = Native.seajay_game_new(), engine = Native.seajay_new();
        try
        {
            Play(engine, game, 6);
            Analyse(engine, game);
            StopFromAnotherThread(engine);
            Check(Native.seajay_game_set(game, Utf8("8/8/8/8/8/8/8/8 w - - 0 1"), null));
            return 1;
        }
        catch (SeajayException error)
        {
            Console.WriteLine("error: " + error.Message);
            return 0;
        }
        finally
        {
            Native.seajay_free(engine);
            Native.seajay_game_free(game);
        }
    }
}
