//! A UCI engine in one file: the Universal Chess Interface as a thin shim over the library.
//!
//! ```text
//! cargo run --release --example uci
//! cargo run --release --example uci -- bench [depth]
//! ```
//!
//! Three threads: one reads lines, one searches, and the main thread executes commands. The
//! engine moves to the search thread for the duration of a search and comes back with the
//! report. Commands that need it meanwhile wait for it, in order; the others are executed at once:
//! the board is a separate game. `go perft` and `bench` run on the main thread, to their end.
//! The end of the input ends a search as `stop` does.
//!
//! A `go` that cannot be executed, or that follows a refused `position`, is answered by
//! `bestmove 0000`: the sender is waiting for a move.

#[path = "../bench/bench.rs"]
mod bench;

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::IntErrorKind;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::SplitWhitespace;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use seajay::{
    Bound, Engine, Game, Info, InfoKind, Limits, OptionKind, Prepared, Report, ReportedScore,
    ScoreKind, Stats, Stopper,
};

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

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

/// Executes the commands of an input until `quit` or its end.
pub fn serve(input: impl Read + Send + 'static) -> Result<(), AnyError> {
    let (events, inbox) = channel();
    let (jobs, search_inbox) = channel();
    let engine = Engine::new()?;
    let mut shim = Shim {
        stopper: engine.stopper(),
        game: Game::new(),
        engine: Some(engine),
        jobs,
        waiting: Vec::new(),
        position_refused: false,
        input_ended: false,
    };
    let search_events = events.clone();
    thread::Builder::new().spawn(move || search_jobs(&search_inbox, &search_events))?;
    thread::Builder::new().spawn(move || read_lines(input, &events))?;
    while !shim.is_finished() {
        match inbox.recv()? {
            Event::Line(_) | Event::EndOfInput if shim.input_ended => (),
            Event::Line(line) => shim.obey(line),
            Event::EndOfInput => shim.end_input(),
            Event::Found(engine, report) => shim.finish_search(*engine, &report),
            Event::Crashed => return Err("the search has crashed".into()),
        }
    }
    Ok(())
}

/// The events that the main thread waits for.
enum Event {
    Line(String),
    EndOfInput,
    /// A search has ended: the engine comes back.
    Found(Box<Engine>, Report),
    /// The search thread ended with a panic.
    Crashed,
}

/// A search to run.
struct Job {
    engine: Engine,
    prepared: Prepared,
    show_wdl: bool,
}

/// Sends lines until the input ends. Bytes that are not UTF-8 become replacement characters.
fn read_lines(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
        if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::EndOfInput);
}

/// Runs searches, one after the other.
fn search_jobs(jobs: &Receiver<Job>, events: &Sender<Event>) {
    /// Notifies the main thread when this one unwinds, so that it does not wait forever.
    struct Alarm<'a>(&'a Sender<Event>);
    impl Drop for Alarm<'_> {
        fn drop(&mut self) {
            if thread::panicking() {
                let _ = self.0.send(Event::Crashed);
            }
        }
    }
    let alarm = Alarm(events);
    for Job { mut engine, prepared, show_wdl } in jobs {
        let mut printer = InfoPrinter { show_wdl, last_line: Instant::now() };
        let report = engine.run(prepared, |info| {
            printer.print(info);
            ControlFlow::Continue(())
        });
        if alarm.0.send(Event::Found(Box::new(engine), report)).is_err() {
            return;
        }
    }
}

/// The state of the main thread.
struct Shim {
    /// `None` while it searches.
    engine: Option<Engine>,
    stopper: Stopper,
    /// The board.
    game: Game,
    jobs: Sender<Job>,
    /// Commands waiting for the engine, in order.
    waiting: Vec<String>,
    /// Whether the last position was refused: then the interface means another board.
    position_refused: bool,
    input_ended: bool,
}

impl Shim {
    fn is_finished(&self) -> bool {
        self.input_ended && self.engine.is_some() && self.waiting.is_empty()
    }

    /// Executes a command now, or keeps it until the engine is back.
    fn obey(&mut self, line: String) {
        let (command, rest) = split_word(&line);
        match command {
            "" | "debug" | "register" => (),
            "uci" => print_identity(),
            "isready" => say("readyok"),
            "quit" => {
                self.waiting.clear();
                self.end_input();
            }
            "stop" | "ponderhit" => {
                if command == "stop" {
                    self.stopper.stop()
                } else {
                    self.stopper.ponderhit()
                }
                // It may also mean a search that is still waiting.
                if !self.waiting.is_empty() {
                    self.waiting.push(line);
                }
            }
            "d" | "position" if !self.waiting.is_empty() => self.waiting.push(line),
            "d" => print_board(&self.game),
            "position" => {
                let result = set_position(&mut self.game, rest);
                self.position_refused = result.is_err();
                result.unwrap_or_else(say_error);
            }
            "ucinewgame" | "setoption" | "go" | "eval" | "bench" => match self.engine.take() {
                None => self.waiting.push(line),
                Some(engine) => {
                    self.obey_with(engine, command, rest).unwrap_or_else(say_error);
                }
            },
            _ => say(format_args!("info string unknown command {:?}", excerpt(&line))),
        }
    }

    /// Executes a command that needs the engine, and keeps the engine unless a search takes it.
    fn obey_with(&mut self, mut engine: Engine, command: &str, rest: &str) -> Result<(), AnyError> {
        let result = match command {
            "go" if split_word(rest).0 == "perft" => {
                self.check_board().and_then(|()| perft(&self.game, rest))
            }
            "go" => match self.prepare(&mut engine, rest) {
                Ok(prepared) => return self.start(engine, prepared),
                Err(error) => {
                    say_error(error);
                    // Better than no answer, and than a move on another board.
                    say("bestmove 0000");
                    Ok(())
                }
            },
            "eval" => {
                engine.set_game(&self.game);
                print_evaluation(&engine);
                Ok(())
            }
            "setoption" => set_option(&mut engine, rest),
            "bench" => run_bench(rest.split_whitespace().next()),
            _ucinewgame => {
                engine.clear_history();
                Ok(())
            }
        };
        self.engine = Some(engine);
        result
    }

    fn check_board(&self) -> Result<(), AnyError> {
        if self.position_refused { Err("go: the last position was refused".into()) } else { Ok(()) }
    }

    /// Prepares a search, unless the last position was refused.
    fn prepare(&mut self, engine: &mut Engine, rest: &str) -> Result<Prepared, AnyError> {
        self.check_board()?;
        self.game.set_chess960(engine.option("UCI_Chess960")? == "true");
        engine.set_game(&self.game);
        Ok(engine.prepare(&parse_limits(rest)?)?)
    }

    fn start(&mut self, engine: Engine, prepared: Prepared) -> Result<(), AnyError> {
        let show_wdl = engine.option("UCI_ShowWDL").is_ok_and(|value| value == "true");
        self.jobs.send(Job { engine, prepared, show_wdl }).map_err(|_| "no thread to search on")?;
        Ok(())
    }

    /// Prints the result of a search, and executes the commands that waited for it.
    fn finish_search(&mut self, engine: Engine, report: &Report) {
        print_stats(engine.stats());
        print_best_move(report);
        self.engine = Some(engine);
        for line in std::mem::take(&mut self.waiting) {
            self.obey(line);
        }
    }

    /// No more commands will come: end any search that is running.
    fn end_input(&mut self) {
        self.input_ended = true;
        self.obey("stop".to_owned());
    }
}

// Commands.

fn set_position(game: &mut Game, rest: &str) -> Result<(), AnyError> {
    let mut words = rest.split_whitespace();
    let kind = words.next();
    let setup = join(words.by_ref().take_while(|&word| word != "moves"));
    let moves = join(words);
    match kind {
        Some("startpos") => game.set(None, &moves)?,
        Some("fen") => game.set(Some(&setup), &moves)?,
        _ => return Err("position: neither startpos nor fen".into()),
    }
    Ok(())
}

fn set_option(engine: &mut Engine, rest: &str) -> Result<(), AnyError> {
    let ("name", rest) = split_word(rest) else {
        return Err("setoption: no name".into());
    };
    // What follows may be a path, with any spaces in it.
    let (name, value) = rest
        .split_once(" value ")
        .or_else(|| Some((rest.strip_suffix(" value")?, "")))
        .unwrap_or((rest, ""));
    let value = if value.trim() == EMPTY { "" } else { value.trim() };
    engine.set_option(&join(name.split_whitespace()), value)?;
    Ok(())
}

/// Executes `go perft`.
fn perft(game: &Game, rest: &str) -> Result<(), AnyError> {
    let depth = parse_small("perft", rest.split_whitespace().nth(1))?;
    print_perft(game.clone(), depth)
}

/// The limits of a `go` command; none at all means to search until `stop`.
fn parse_limits(text: &str) -> Result<Limits, AnyError> {
    let mut limits = Limits::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => limits.search_moves = take_moves(&mut words),
            "depth" => limits.depth = Some(parse_small(word, words.next())?),
            "mate" => limits.mate = Some(parse_small(word, words.next())?).filter(|&n| n > 0),
            "nodes" => limits.nodes = Some(parse_number(word, words.next())?),
            "movetime" => limits.move_time = Some(parse_time(word, words.next())?),
            "wtime" => limits.white_time = Some(parse_time(word, words.next())?),
            "btime" => limits.black_time = Some(parse_time(word, words.next())?),
            "winc" => limits.white_increment = parse_time(word, words.next())?,
            "binc" => limits.black_increment = parse_time(word, words.next())?,
            "movestogo" => {
                // Some interfaces write 0 for "all the rest of the game".
                limits.moves_to_go = Some(parse_small(word, words.next())?).filter(|&n| n > 0);
            }
            _ => say(format_args!("info string go: unknown parameter {:?}", excerpt(word))),
        }
    }
    // A missing clock is assumed to equal the other one.
    limits.white_time = limits.white_time.or(limits.black_time);
    limits.black_time = limits.black_time.or(limits.white_time);
    let search_moves = std::mem::take(&mut limits.search_moves);
    // Increments and moves to go mean nothing without a clock.
    let (white_increment, black_increment) = (Duration::ZERO, Duration::ZERO);
    let ends = Limits { moves_to_go: None, white_increment, black_increment, ..limits.clone() };
    limits.infinite |= ends == Limits::default();
    Ok(Limits { search_moves, ..limits })
}

/// The words up to the next parameter: the only ones with a digit in second place.
fn take_moves(words: &mut SplitWhitespace<'_>) -> String {
    let is_move = |word: &str| word.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let mut ahead = words.clone();
    let count = ahead.by_ref().take_while(|&word| is_move(word)).count();
    join(words.take(count))
}

/// A number that is not negative; out of range, it becomes the nearest possible one.
fn parse_number(name: &str, word: Option<&str>) -> Result<u64, AnyError> {
    let word = word.ok_or_else(|| format!("go: {name} without a number"))?;
    match word.parse::<i64>() {
        Ok(number) => Ok(number.max(0) as u64),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(u64::MAX),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Ok(0),
        Err(_) => Err(format!("go: {name} {:?} is not a number", excerpt(word)).into()),
    }
}

fn parse_small(name: &str, word: Option<&str>) -> Result<u32, AnyError> {
    Ok(u32::try_from(parse_number(name, word)?).unwrap_or(u32::MAX))
}

/// Milliseconds. A clock below zero means that time is up.
fn parse_time(name: &str, word: Option<&str>) -> Result<Duration, AnyError> {
    parse_number(name, word).map(Duration::from_millis)
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

/// Prints a line at once. If the other end is closed, there is no one to report it to.
fn say(line: impl Display) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn say_error(error: impl Display) {
    say(format_args!("info string error: {error}"));
}

fn print_identity() {
    say(format_args!("id name seajay {}", env!("CARGO_PKG_VERSION")));
    say("id author the seajay authors");
    for option in Engine::options() {
        let (name, default) = (option.name(), option.default());
        match option.kind {
            OptionKind::Check => {
                say(format_args!("option name {name} type check default {default}"));
            }
            OptionKind::Spin => say(format_args!(
                "option name {name} type spin default {default} min {} max {}",
                option.min, option.max
            )),
            OptionKind::String => {
                let default = if default.is_empty() { EMPTY } else { default };
                say(format_args!("option name {name} type string default {default}"));
            }
        }
    }
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
    show_wdl: bool,
    last_line: Instant,
}

impl InfoPrinter {
    /// After this long without a new line, a search shows that it is alive.
    const SILENCE: Duration = Duration::from_secs(3);

    fn print(&mut self, info: &Info<'_>) {
        let Info { nodes, nps, hashfull, .. } = info;
        let time = info.time.as_millis();
        if info.kind == InfoKind::Line {
            say(format_args!(
                "info depth {} seldepth {} multipv {} score {}{} nodes {nodes} nps {nps} \
                 hashfull {hashfull} tbhits {} time {time} pv {}",
                info.depth,
                info.seldepth,
                info.multipv,
                score_text(&info.score),
                self.wdl_text(info.wdl),
                info.tb_hits,
                info.pv
            ));
        } else if self.last_line.elapsed() >= InfoPrinter::SILENCE {
            say(format_args!("info nodes {nodes} nps {nps} hashfull {hashfull} time {time}"));
        } else {
            return;
        }
        self.last_line = Instant::now();
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
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// The beginning of a text.
fn excerpt(text: &str) -> String {
    text.trim().chars().take(60).collect()
}
