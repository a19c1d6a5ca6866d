// A storm of calls from C#, for some seconds. In the root of the repository, with Mono:
//
//     cargo build --release
//     mcs -main:Storm -out:target/storm.exe ffi-tests/hosts/Storm.cs examples/hosts/Host.cs
//     LD_LIBRARY_PATH=target/release mono target/storm.exe 600 [SEED]
//
// Two threads play on a thousand games, and use 16 engines on a pool, with done callbacks on its threads.
// Every second engine is steady: it must give, every time, what an engine gave while nothing else ran. The
// others play moves in the games, and are stopped, set and freed amid searches. Replaced games are left
// to the collector. Prints a line; exits with 1 at the first difference, or if memory grows in a storm of a
// minute or more. It does grow in the first seconds, while engines and games use theirs for the first time.

using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

sealed class SeajayPool : SafeHandle
{
    SeajayPool() : base(IntPtr.Zero, true) { }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    protected override bool ReleaseHandle()
    {
        Native.seajay_pool_free(handle);
        return true;
    }
}

// Made by "make abi" from include/seajay.h: what this program uses and Host.cs does not.
[UnmanagedFunctionPointer(CallingConvention.Cdecl)]
delegate void SeajayDoneCallback(IntPtr user_data, int status, IntPtr result);

static partial class Native
{
    public const int SEAJAY_ERR_INVALID_ARGUMENT = -3;
    public const int SEAJAY_ERR_ILLEGAL_MOVE = -12;
    public const int SEAJAY_ERR_BUSY = -40;

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_game_copy(SeajayGame to, SeajayGame from);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_game_undo(SeajayGame game, uint plies);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_moves(SeajayGame game, byte[] buffer, UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_start_fen(SeajayGame game, byte[] buffer, UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_ply_count(SeajayGame game);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_fen(SeajayGame game, byte[] buffer, UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern long seajay_game_legal_moves(
        SeajayGame game,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string from,
        byte[] buffer,
        UIntPtr size);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_set_done_callback(
        SeajayEngine engine,
        SeajayDoneCallback callback,
        IntPtr user_data);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_clear_history(SeajayEngine engine);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern SeajayPool seajay_pool_new(uint threads);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern void seajay_pool_free(IntPtr pool);

    [DllImport("seajay", CallingConvention = CallingConvention.Cdecl)]
    public static extern int seajay_set_pool(SeajayEngine engine, SeajayPool pool);
}
// End of what "make abi" makes.

/// An engine on the pool: each search, when it is done, may begin the next one.
sealed class Seat
{
    readonly bool isSteady;
    readonly Random random;
    readonly SeajayDoneCallback callback; // kept here: the collector does not see what the library holds
    readonly SeajayGame asked = Native.seajay_game_new();
    SeajayEngine engine;
    int question, place;
    bool isBusy, isLeaving;

    public Seat(bool isSteady, int seed)
    {
        this.isSteady = isSteady;
        random = new Random(seed);
        callback = (userData, status, result) => Storm.Guard(() => OnDone(status, result));
        engine = Make();
    }

    SeajayEngine Make()
    {
        SeajayEngine made = Storm.NewEngine();
        Storm.Check(Native.seajay_set_done_callback(made, callback, IntPtr.Zero));
        Storm.Check(Native.seajay_set_pool(made, Storm.Pool));
        return made;
    }

    /// Begins a search, with the lock held.
    void Begin()
    {
        var limits = SeajayLimits.New();
        limits.nodes = isSteady ? Storm.Nodes : 1 + (ulong)random.Next((int)Storm.Nodes);
        question = random.Next(Storm.Positions.Length);
        place = random.Next(Storm.Games.Length);
        if (isSteady)
            Storm.Check(Native.seajay_game_set(asked, Storm.Positions[question], null));
        else
            Storm.Check(Native.seajay_game_copy(asked, Storm.Games[place]));
        isBusy = (!isSteady || Storm.Worked(Native.seajay_clear_history(engine)))
            && Storm.Worked(Native.seajay_set_game(engine, asked))
            && Storm.Worked(Native.seajay_start(engine, ref limits));
        Storm.Require(isBusy || !isSteady, "a steady engine was busy");
    }

    void OnDone(int status, IntPtr pointer)
    {
        lock (asked)
        {
            Storm.Require(status == 0 && isBusy, "a search is done that had not begun");
            isBusy = false;
            var result = (SeajayResult)Marshal.PtrToStructure(pointer, typeof(SeajayResult));
            Storm.Check(Native.seajay_game_play(asked, result.best_move + " " + result.ponder_move));
            Interlocked.Increment(ref Storm.Searches);
            if (!isSteady)
            {
                Storm.Play(Storm.Games[place], result.best_move);
            }
            else if (!(isLeaving && result.stop_reason == Native.SEAJAY_STOP_STOPPED))
            {
                Storm.Require(Storm.Answer(result) == Storm.Answers[question], "another answer");
                Interlocked.Increment(ref Storm.Compared);
            }
            if (!isLeaving && random.Next(10) < 7 && !Storm.IsOver)
                Begin();
        }
    }

    /// Frees the engine, amid a search or not. On its own thread.
    public void Free()
    {
        lock (asked)
            isLeaving = true;
        engine.Dispose();
        Storm.Require(!isBusy, "a search was lost");
    }

    void Replace()
    {
        Free();
        engine = Make();
        isLeaving = false;
        Interlocked.Increment(ref Storm.Freed);
    }

    /// What its own thread may do with it.
    public void Use(Random random)
    {
        int choice = random.Next(8);
        if (choice == 0 && random.Next(8) == 0)
            Replace();
        else if (choice == 1 && !isSteady)
            Storm.Worked(Native.seajay_set_option(engine, "Hash", random.Next(2) == 0 ? "1" : "2"));
        else if (choice == 2 && !isSteady)
            Storm.Worked(Native.seajay_set_option(engine, "MultiPV", random.Next(2) == 0 ? "1" : "3"));
        else if (choice == 3 && !isSteady)
            Storm.Check(Native.seajay_stop(engine));
        else
            lock (asked)
                if (!isBusy)
                    Begin();
    }
}

static class Storm
{
    public const ulong Nodes = 2000;
    const int Seats = 16, Threads = 2;
    /// Shorter storms do not judge memory: it grows at first.
    const double MemorySeconds = 60;

    public static readonly string[] Positions = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    };
    public static readonly string[] Answers = new string[Positions.Length];
    public static readonly SeajayGame[] Games = new SeajayGame[1000];
    public static SeajayPool Pool;
    public static int Searches, Compared, Freed;

    static readonly Stopwatch Clock = Stopwatch.StartNew();
    static double seconds; // when the clock shows this many, it is over
    static volatile string failure;

    public static bool IsOver
    {
        get { return failure != null || Clock.Elapsed.TotalSeconds >= seconds; }
    }

    /// No exception may leave a callback, or end a thread.
    public static void Guard(Action action)
    {
        try
        {
            action();
        }
        catch (Exception exception)
        {
            failure = exception.ToString();
        }
    }

    public static void Require(bool condition, string what)
    {
        if (!condition)
            throw new Exception(what);
    }

    public static void Check(long status)
    {
        Require(status >= 0, "status " + status);
    }

    /// Whether a call worked; the only other thing it may be is refused.
    public static bool Worked(int status)
    {
        Require(status == 0 || status == Native.SEAJAY_ERR_BUSY, "status " + status);
        return status == 0;
    }

    public static SeajayEngine NewEngine()
    {
        SeajayEngine engine = Native.seajay_new();
        Require(!engine.IsInvalid, "no memory");
        Check(Native.seajay_set_option(engine, "Hash", "1"));
        return engine;
    }

    public static string Answer(SeajayResult result)
    {
        return string.Join(" ", result.best_move, result.ponder_move, result.score.value, result.depth,
            result.nodes);
    }

    static string QuietAnswer(string fen)
    {
        var limits = SeajayLimits.New();
        var result = SeajayResult.New();
        limits.nodes = Nodes;
        using (SeajayEngine engine = NewEngine())
        using (SeajayGame game = Native.seajay_game_new())
        {
            Check(Native.seajay_game_set(game, fen, null));
            Check(Native.seajay_set_game(engine, game));
            Check(Native.seajay_search(engine, ref limits, ref result));
        }
        return Answer(result);
    }

    static string Text(Func<SeajayGame, byte[], UIntPtr, long> copy, SeajayGame game)
    {
        var buffer = new byte[4096];
        long length = copy(game, buffer, (UIntPtr)buffer.Length);
        Require(length >= 0 && length < buffer.Length, "a text of " + length);
        return Encoding.UTF8.GetString(buffer, 0, (int)length);
    }

    /// Plays moves that another thread may have made illegal.
    public static void Play(SeajayGame game, string moves)
    {
        int status = Native.seajay_game_play(game, moves);
        Require(status == 0 || status == Native.SEAJAY_ERR_ILLEGAL_MOVE, "status " + status);
    }

    /// Puts a copy, which must be the same game when it is played again, in the place of another game.
    /// That is left to the collector, since other threads may still use it.
    static void Copy(int index, Random random)
    {
        SeajayGame copy = Native.seajay_game_new();
        Check(Native.seajay_game_copy(copy, Games[random.Next(Games.Length)]));
        using (SeajayGame again = Native.seajay_game_new())
        {
            Check(Native.seajay_game_set(again, Text(Native.seajay_game_start_fen, copy),
                Text(Native.seajay_game_moves, copy)));
            Require(Text(Native.seajay_game_fen, again) == Text(Native.seajay_game_fen, copy), "another game");
        }
        Games[index] = copy;
    }

    static void UseGame(Random random)
    {
        int index = random.Next(Games.Length), choice = random.Next(6);
        SeajayGame game = Games[index];
        string moves = Text((g, b, s) => Native.seajay_game_legal_moves(g, null, b, s), game);
        if (choice == 0)
        {
            Copy(index, random);
        }
        else if (choice == 1)
        {
            int status = Native.seajay_game_undo(game, (uint)random.Next(1, 4));
            Require(status == 0 || status == Native.SEAJAY_ERR_INVALID_ARGUMENT, "status " + status);
        }
        else if (moves == "" || Native.seajay_game_ply_count(game) > 200)
        {
            Check(Native.seajay_game_set(game, Positions[random.Next(Positions.Length)], null));
        }
        else
        {
            string[] all = moves.Split(' ');
            Play(game, all[random.Next(all.Length)]);
        }
    }

    static void Work(Seat[] seats, int number, int seed)
    {
        var random = new Random(seed);
        while (!IsOver)
        {
            seats[number + Threads * random.Next(Seats / Threads)].Use(random);
            for (int count = 0; count < 10; count++)
                UseGame(random);
        }
        for (int index = number; index < Seats; index += Threads)
            seats[index].Free();
    }

    static long ResidentMiB()
    {
        using (Process process = Process.GetCurrentProcess())
            return process.WorkingSet64 >> 20;
    }

    /// The most memory until some second.
    static long Watch(double until)
    {
        long most = 0;
        do
        {
            Thread.Sleep(50);
            // The collector does not know what a game holds: left alone, it keeps hundreds of thousands.
            GC.Collect();
            most = Math.Max(most, ResidentMiB());
        } while (failure == null && Clock.Elapsed.TotalSeconds < until);
        return most;
    }

    static int Main(string[] arguments)
    {
        var random = new Random(arguments.Length > 1 ? int.Parse(arguments[1]) : 1);
        for (int index = 0; index < Positions.Length; index++)
            Answers[index] = QuietAnswer(Positions[index]);
        for (int index = 0; index < Games.Length; index++)
            Games[index] = Native.seajay_game_new();
        Pool = Native.seajay_pool_new(2);
        var seats = new Seat[Seats];
        for (int index = 0; index < Seats; index++)
            seats[index] = new Seat(index / Threads % 2 == 1, random.Next());
        double begun = Clock.Elapsed.TotalSeconds, length = double.Parse(arguments[0]);
        seconds = begun + length;
        var threads = new Thread[Threads];
        for (int index = 0; index < Threads; index++)
        {
            int number = index, seed = random.Next();
            threads[index] = new Thread(() => Guard(() => Work(seats, number, seed)));
            threads[index].Start();
        }
        long first = Watch((begun + seconds) / 2), second = Watch(seconds);
        foreach (Thread thread in threads)
            thread.Join();
        Pool.Dispose();
        if (failure == null && length >= MemorySeconds && second > first * 1.1 + 32)
            failure = "memory grows";
        if (failure == null && Compared == 0)
            failure = "nothing was compared";
        Console.WriteLine("c#: {0} searches on the pool, {1} compared, {2} engines freed; at most {3} MiB in "
            + "the first half, {4} MiB in the second: {5}", Searches, Compared, Freed, first, second,
            failure ?? "well");
        return failure == null ? 0 : 1;
    }
}
