//! A UCI engine in one file: the Universal Chess Interface as a thin shim over the library.
//!
//! ```text
//! cargo run --release --example uci
//! cargo run --release --example uci -- bench [depth]
//! ```
//!
//! One thread reads lines, and the main thread obeys them, in order and each to its end. So commands
//! can be piped, and the end of the input cuts no search short. Only `stop`, `ponderhit` and `quit`
//! reach a running search at once, and `isready` is answered during one. A search without an end of
//! its own (infinite, or pondering) also ends when another `go` or the end of the input is read, as
//! nothing else may end it; in mate and stalemate too it is not answered before.
//!
//! Every `go` is answered by a move in the last position that was not refused. What cannot be
//! understood is reported as an `info string`.

#[path = "../bench/bench.rs"]
mod bench;

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter::Peekable;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::SplitAsciiWhitespace;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use seajay::{
    Bound, Engine, Game, Info, InfoKind, Limits, OptionKind, Report, ReportedScore, ScoreKind,
    Stats, Stopper,
};

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";
/// The option that is a command.
const CLEAR_HASH: &str = "Clear Hash";
const SEED: &str = "Seed";

/// The words of a command that are still to be read.
type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

/// Any error.
pub type AnyError = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let result = match arguments.first().map(String::as_str) {
        None => serve(io::stdin()),
        Some("bench") => run_bench(arguments.get(1).map(String::as_str)),
        Some(other) => {
            Err(format!("unknown argument {other:?}; usage: uci [bench [depth]]").into())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "uci: {error}");
            ExitCode::from(2)
        }
    }
}

/// Obeys the lines of an input until `quit`, which stops all searches, or its end.
pub fn serve(input: impl Read + Send + 'static) -> Result<(), AnyError> {
    let engine = Engine::new()?;
    let (stopper, commands) = (engine.stopper(), Arc::default());
    let mut shim =
        Shim { engine, game: Game::new(), draws_seed: true, commands: Arc::clone(&commands) };
    shim.draw_seed()?;
    let (queue, lines) = channel();
    thread::Builder::new().spawn(move || read_lines(input, &commands, &stopper, &queue))?;
    for line in lines {
        shim.obey(&line)?;
    }
    Ok(())
}

/// Reads lines until `quit` or the end of the input, and queues those that it does not obey itself.
/// Bytes that are not UTF-8 become replacement characters.
fn read_lines(input: impl Read, commands: &Commands, stopper: &Stopper, queue: &Sender<String>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    while matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        let command = split_word(&line).0;
        let is_searching = commands.hear(command, stopper);
        match command {
            "stop" | "ponderhit" => (),
            "quit" => return,
            "isready" if is_searching => say("readyok"),
            _ => {
                if queue.send(line).is_err() {
                    return;
                }
            }
        }
    }
    // For an endless search the end of the input is like another `go`.
    commands.hear("go", stopper);
}

/// What both threads know.
#[derive(Default)]
struct Commands {
    searches: Mutex<Searches>,
    /// Notified of every command.
    heard: Condvar,
}

impl Commands {
    fn searches(&self) -> MutexGuard<'_, Searches> {
        self.searches.lock().expect("no thread panics while it has the lock")
    }

    /// Notes what a command means for the searches. Returns whether one is running or waiting.
    fn hear(&self, command: &str, stopper: &Stopper) -> bool {
        let mut searches = self.searches();
        searches.hear(command);
        searches.signal(stopper);
        self.heard.notify_one();
        searches.asked > searches.answered
    }

    /// Waits until the running search may be answered.
    fn wait_for_end(&self) -> MutexGuard<'_, Searches> {
        let must_wait = |searches: &mut Searches| searches.is_endless() && !searches.must_end();
        self.heard.wait_while(self.searches(), must_wait).expect("as above")
    }
}

/// What has been read about the searches, which are numbered from 1 in the order of their `go`.
#[derive(Default)]
struct Searches {
    /// How many have been asked for.
    asked: usize,
    /// How many of them have been answered: the next one is running, or will be.
    answered: usize,
    /// The last one to which a `stop` applies.
    stopped: usize,
    /// The last one to which a `ponderhit` applies.
    ponder_hit: usize,
    /// Whether the running one ends only when it is stopped.
    infinite: bool,
    /// Whether the running one does so until a `ponderhit`.
    ponder: bool,
    /// Whether no line has been printed since the last `ponderhit`.
    silent: bool,
}

impl Searches {
    fn hear(&mut self, command: &str) {
        match command {
            "go" => self.asked += 1,
            "stop" | "quit" => self.stopped = self.asked,
            "ponderhit" => (self.ponder_hit, self.silent) = (self.asked, true),
            _ => (),
        }
    }

    /// Tells the running search, if there is one, what has been read.
    fn signal(&self, stopper: &Stopper) {
        if self.is_hit() {
            stopper.ponderhit();
        }
        if self.must_end() {
            stopper.stop();
        }
    }

    /// The number of the search that is running or comes next.
    fn number(&self) -> usize {
        self.answered + 1
    }

    fn is_hit(&self) -> bool {
        self.ponder_hit >= self.number()
    }

    fn is_endless(&self) -> bool {
        self.infinite || self.ponder && !self.is_hit()
    }

    fn must_end(&self) -> bool {
        self.stopped >= self.number() || self.is_endless() && self.asked > self.number()
    }
}

/// The state of the main thread.
struct Shim {
    engine: Engine,
    game: Game,
    /// Whether `Seed` is 0: then one is drawn for each game.
    draws_seed: bool,
    commands: Arc<Commands>,
}

impl Shim {
    /// Obeys a command; an error means that the program cannot go on.
    fn obey(&mut self, line: &str) -> Result<(), AnyError> {
        let (command, rest) = split_word(line);
        match command {
            "" | "debug" | "register" => (),
            "uci" => print_identity(),
            "isready" => say("readyok"),
            "ucinewgame" => self.new_game()?,
            "setoption" => self.set_option(rest).unwrap_or_else(say_error),
            "position" => set_position(&mut self.game, rest).unwrap_or_else(|error| {
                say_error(format_args!("{error}; the position stays {}", self.game.fen()));
            }),
            "go" => self.go(rest)?,
            "d" => print_board(&self.game),
            "eval" => {
                self.engine.set_game(&self.game);
                print_evaluation(&self.engine);
            }
            "bench" => run_bench(rest.split_ascii_whitespace().next()).unwrap_or_else(say_error),
            _ => say(format_args!("info string unknown command {:?}", excerpt(line))),
        }
        Ok(())
    }

    fn set_option(&mut self, rest: &str) -> Result<(), AnyError> {
        let ("name", mut rest) = split_word(rest) else {
            return Err("setoption: no name".into());
        };
        let mut name = Vec::new();
        loop {
            let (word, after) = split_word(rest);
            rest = after;
            if matches!(word, "" | "value") {
                break;
            }
            name.push(word);
        }
        // A path, perhaps, with any spaces in it.
        let value = rest.trim_ascii();
        let name = name.join(" ");
        if name.eq_ignore_ascii_case(CLEAR_HASH) {
            return self.new_game();
        }
        self.engine.set_option(&name, if value == EMPTY { "" } else { value })?;
        if name.eq_ignore_ascii_case(SEED) {
            self.draws_seed = self.engine.option(SEED)? == "0";
            self.draw_seed()?;
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), AnyError> {
        self.engine.clear_history();
        self.draw_seed()
    }

    /// Draws a seed for a game, unless one is set: games of a level shall differ.
    fn draw_seed(&mut self) -> Result<(), AnyError> {
        if self.draws_seed {
            let drawn = RandomState::new().hash_one(SEED) as u32;
            self.engine.set_option(SEED, &drawn.to_string())?;
        }
        Ok(())
    }

    /// Searches, or counts moves.
    fn go(&mut self, rest: &str) -> Result<(), AnyError> {
        if let ("perft", depth) = split_word(rest) {
            // Not a search: `isready` waits for it from here on.
            self.commands.searches().answered += 1;
            let depth = take_number("perft", &mut depth.split_ascii_whitespace().peekable());
            return depth.map_or(Ok(()), |depth| print_perft(self.game.clone(), small(depth)));
        }
        self.game.set_chess960(self.engine.option("UCI_Chess960")? == "true");
        self.engine.set_game(&self.game);
        let limits = parse_limits(rest, &self.game);
        let prepared = {
            let mut searches = self.commands.searches();
            let prepared = self.engine.prepare(&limits)?;
            (searches.infinite, searches.ponder) = (limits.infinite, limits.ponder);
            searches.signal(&self.engine.stopper());
            prepared
        };
        let show_wdl = self.engine.option("UCI_ShowWDL")? == "true";
        let commands = Arc::clone(&self.commands);
        let mut printer = InfoPrinter { commands, show_wdl, last_line: Instant::now() };
        let report = self.engine.run(prepared, |info| printer.print(info));
        let is_silent = {
            let mut searches = self.commands.wait_for_end();
            // Before the answer: what comes after that one finds no search.
            searches.answered += 1;
            searches.silent
        };
        if is_silent {
            // Some interfaces resign, or offer a draw, by the lines that come after a ponderhit.
            let _ = self.engine.lines().iter().try_for_each(|line| printer.print(&line));
        }
        print_stats(self.engine.stats());
        print_best_move(&report);
        Ok(())
    }
}

// Commands.

fn set_position(game: &mut Game, rest: &str) -> Result<(), AnyError> {
    let mut words = rest.split_ascii_whitespace();
    let setup = join(words.by_ref().take_while(|&word| word != "moves"));
    // Some interfaces write promotions as a7a8Q.
    let moves = join(words).to_ascii_lowercase();
    match split_word(&setup) {
        ("startpos", "") => game.set(None, &moves)?,
        ("fen", fen) => game.set(Some(fen), &moves)?,
        _ => return Err("position: expected startpos, or fen with a FEN, and then moves".into()),
    }
    Ok(())
}

/// The limits of a `go` command. None at all means to search until `stop`; what is not understood
/// is reported and left out.
fn parse_limits(text: &str, game: &Game) -> Limits {
    /// Enough for a move, if no limit is left.
    const MOVE_TIME: Duration = Duration::from_secs(1);
    let mut limits = Limits::default();
    let mut words = text.split_ascii_whitespace().peekable();
    let mut understood = true;
    while let Some(word) = words.next() {
        let mut number = || {
            let number = take_number(word, &mut words);
            understood &= number.is_some();
            number
        };
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => limits.search_moves = take_moves(&mut words, game),
            "depth" => limits.depth = number().map(small),
            "mate" => limits.mate = number().map(small).filter(|&n| n > 0),
            "nodes" => limits.nodes = number(),
            "movetime" => limits.move_time = number().map(Duration::from_millis),
            "wtime" => limits.white_time = number().map(Duration::from_millis),
            "btime" => limits.black_time = number().map(Duration::from_millis),
            "winc" => limits.white_increment = Duration::from_millis(number().unwrap_or(0)),
            "binc" => limits.black_increment = Duration::from_millis(number().unwrap_or(0)),
            // Some interfaces write 0 for "all the rest of the game".
            "movestogo" => limits.moves_to_go = number().map(small).filter(|&n| n > 0),
            _ => {
                say(format_args!("info string go: unknown parameter {:?}", excerpt(word)));
                understood = false;
            }
        }
    }
    // A missing clock is assumed to equal the other one.
    limits.white_time = limits.white_time.or(limits.black_time);
    limits.black_time = limits.black_time.or(limits.white_time);
    let ends = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.mate.is_some()
        || limits.white_time.is_some();
    if !ends && understood {
        limits.infinite = true;
    } else if !ends && !limits.infinite {
        say(format_args!("info string go: no limit is left, searching for {MOVE_TIME:?}"));
        limits.move_time = Some(MOVE_TIME);
    }
    limits
}

/// The legal ones of the moves that follow: the only parameters with a digit in second place.
fn take_moves(words: &mut Words<'_>, game: &Game) -> String {
    let is_move = |word: &&str| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let mut moves = String::new();
    while let Some(word) = words.next_if(is_move) {
        let word = word.to_ascii_lowercase();
        match game.to_san(&word) {
            Ok(_) => moves += &format!("{word} "),
            Err(error) => say(format_args!("info string go: searchmoves: {error}")),
        }
    }
    moves
}

/// The number that follows a parameter, or else the nearest one that is whole and not negative.
fn take_number(name: &str, words: &mut Words<'_>) -> Option<u64> {
    let parse = |word: &str| word.parse::<f64>().ok().filter(|number| !number.is_nan());
    let Some(word) = words.next_if(|word| parse(word).is_some()) else {
        say(format_args!("info string go: {name} without a number"));
        return None;
    };
    word.parse().ok().or_else(|| {
        let number = parse(word)? as u64;
        say(format_args!("info string go: {name} {} is taken as {number}", excerpt(word)));
        Some(number)
    })
}

fn run_bench(depth: Option<&str>) -> Result<(), AnyError> {
    let depth = depth.map_or(Ok(bench::DEFAULT_DEPTH), |text| {
        text.parse().map_err(|_| format!("bench: {:?} is not a depth", excerpt(text)))
    })?;
    let mut done = 0;
    let totals = bench::run(&mut Engine::new()?, depth, |fen, report| {
        done += 1;
        let count = bench::position_count();
        let _ = writeln!(
            io::stderr(),
            "{done:2}/{count}  {:>10} nodes  {:5}  {fen}",
            report.nodes,
            report.best_move
        );
    })?;
    say(totals);
    Ok(())
}

// Output.

/// Prints a line at once.
fn try_say(line: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush())
}

/// Prints a line. If the other end is closed, there is no one to report it to.
fn say(line: impl Display) {
    let _ = try_say(line);
}

fn say_error(error: impl Display) {
    say(format_args!("info string error: {error}"));
}

fn print_identity() {
    say(format_args!("id name seajay {}", env!("CARGO_PKG_VERSION")));
    say("id author the seajay authors");
    for option in Engine::options() {
        let (name, default) = (option.name(), option.default_value());
        match option.kind {
            OptionKind::Check => {
                say(format_args!("option name {name} type check default {default}"));
            }
            OptionKind::Spin => say(format_args!(
                "option name {name} type spin default {default} min {} max {}",
                option.min, option.max
            )),
            _ => {
                let default = if default.is_empty() { EMPTY } else { default };
                say(format_args!("option name {name} type string default {default}"));
            }
        }
    }
    say(format_args!("option name {CLEAR_HASH} type button"));
    say("uciok");
}

fn print_board(game: &Game) {
    let board = game.board();
    for rank in (0..8u32).rev() {
        let piece = |file| board.piece_at(8 * rank + file).unwrap_or('.');
        let pieces: String = (0..8).map(|file| format!(" {}", piece(file))).collect();
        say(format_args!("{} {pieces}", rank + 1));
    }
    say("   a b c d e f g h");
    say(format_args!("Fen: {}", game.fen()));
}

fn print_evaluation(engine: &Engine) {
    let pawns = f64::from(engine.evaluate()) / 100.0;
    say(format_args!("Evaluation: {pawns:+.2} (side to move)"));
}

/// Counts the positions behind each legal move.
fn print_perft(mut game: Game, depth: u32) -> Result<(), AnyError> {
    if depth == 0 {
        say(format_args!("Nodes searched: 1"));
        return Ok(());
    }
    let mut total = 0;
    for name in game.legal_moves(None)?.split_whitespace() {
        game.play(name)?;
        let nodes = game.perft(depth - 1)?;
        game.undo(1)?;
        say(format_args!("{name}: {nodes}"));
        total += nodes;
    }
    say(format_args!("Nodes searched: {total}"));
    Ok(())
}

/// Prints what a search reports.
struct InfoPrinter {
    commands: Arc<Commands>,
    show_wdl: bool,
    last_line: Instant,
}

impl InfoPrinter {
    /// After this long without a new line, a search shows that it is alive.
    const SILENCE: Duration = Duration::from_secs(3);

    /// Prints a line, and breaks if no one can read it any more: then a search has no purpose.
    fn print(&mut self, info: &Info<'_>) -> ControlFlow<()> {
        let Info { nodes, nps, hashfull, .. } = info;
        let time = info.time.as_millis();
        let printed = if info.kind == InfoKind::Line {
            self.commands.searches().silent = false;
            try_say(format_args!(
                "info depth {} seldepth {} multipv {} score {}{} nodes {nodes} nps {nps} \
                 hashfull {hashfull} tbhits {} time {time} pv {}",
                info.depth,
                info.seldepth,
                info.multipv,
                score_text(&info.score),
                self.wdl_text(info.wdl),
                info.tb_hits,
                info.pv
            ))
        } else if self.last_line.elapsed() >= InfoPrinter::SILENCE {
            try_say(format_args!("info nodes {nodes} nps {nps} hashfull {hashfull} time {time}"))
        } else {
            return ControlFlow::Continue(());
        };
        self.last_line = Instant::now();
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn wdl_text(&self, [win, draw, loss]: [i32; 3]) -> String {
        if self.show_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() }
    }
}

fn score_text(score: &ReportedScore) -> String {
    /// The protocol has no unit for tablebase wins: this many centipawns, and fewer for later ones.
    const TABLEBASE_WIN: i32 = 20_000;
    let (unit, value) = match score.kind {
        ScoreKind::Centipawns => ("cp", score.value),
        ScoreKind::Mate => ("mate", score.value),
        ScoreKind::Tablebase => ("cp", score.value.signum() * TABLEBASE_WIN - score.value),
    };
    let bound = match score.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!("{unit} {value}{bound}")
}

fn print_stats(stats: &Stats) {
    say(format_args!(
        "info string lmr {} reductions {} re-searches {:.1} % | cutoffs {} first move {:.1} % | \
         tt move {} promotion {} good capture {} killer {} quiet {} bad capture {}",
        stats.reductions,
        stats.re_searches,
        bench::percent(stats.re_searches, stats.reductions),
        stats.beta_cutoffs,
        bench::percent(stats.first_move_cutoffs, stats.beta_cutoffs),
        stats.tt_move_cutoffs,
        stats.promotion_cutoffs,
        stats.good_capture_cutoffs,
        stats.killer_cutoffs,
        stats.quiet_cutoffs,
        stats.bad_capture_cutoffs,
    ));
}

fn print_best_move(report: &Report) {
    let Report { best_move, ponder_move, .. } = report;
    if best_move.is_empty() {
        say(format_args!("info depth 0 score {}", score_text(&report.score)));
        say("bestmove (none)");
    } else if ponder_move.is_empty() {
        say(format_args!("bestmove {best_move}"));
    } else {
        say(format_args!("bestmove {best_move} ponder {ponder_move}"));
    }
}

// Text.

/// The first word of a line, and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""))
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// The nearest number of 32 bits.
fn small(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// The beginning of a text.
fn excerpt(text: &str) -> String {
    text.trim().chars().take(60).collect()
}
