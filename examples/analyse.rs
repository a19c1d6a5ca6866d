//! Looks at a position for a few seconds and says what it sees. The first thing to run:
//!
//! ```text
//! cargo run --release --example analyse
//! cargo run --release --example analyse -- --time 10 "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"
//! ```

use std::error::Error;
use std::io;
use std::num::ParseFloatError;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use console::{Term, style};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use seajay::{
    Bound, Color, Engine, Game, Info, InfoKind, Limits, Report, ReportedScore, ScoreKind, Stats,
};

/// Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
const OPERA: &str = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// The width of lines that do not go to a terminal.
const PLAIN_WIDTH: usize = 100;

/// Analyses a chess position
#[derive(Parser)]
#[command(name = "analyse")]
struct Args {
    /// The position in FEN; without it, a famous moment of the Opera Game
    fen: Vec<String>,
    /// Seconds to think [default: 5, or no limit with --depth]
    #[arg(short, long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Depth to reach, in half-moves
    #[arg(short, long, value_name = "N")]
    depth: Option<u32>,
    /// Size of the hash table
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: u64,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|error: ParseFloatError| error.to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    match analyse(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed the pipe.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = Term::stderr().write_line(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref().is_some_and(|e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe)
}

fn analyse(args: &Args) -> Result<(), Box<dyn Error>> {
    let fen = if args.fen.is_empty() { OPERA.to_owned() } else { args.fen.join(" ") };
    let mut engine = Engine::new()?;
    engine.set_option("Hash", &args.hash.to_string())?;
    let game = Game::from_fen(Some(&fen))?;
    engine.set_game(&game);
    let limits = Limits {
        depth: args.depth,
        move_time: args.time.or(args.depth.is_none().then_some(DEFAULT_TIME)),
        ..Limits::default()
    };

    let screen = Screen::new();
    let scene = Scene { white_to_move: game.board().turn == Color::White, game };
    let title = if args.fen.is_empty() {
        "The Opera Game: Morphy - Brunswick and Isouard, 1858"
    } else {
        "Analysis"
    };
    screen.show_board(&scene, title, &limits)?;
    screen.show_header()?;
    let progress = screen.progress(limits.move_time);
    let mut shown = Ok(());
    let report = engine.search(&limits, |info| {
        shown = progress.show(&screen, &scene, info);
        if shown.is_err() || is_settled(info) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    progress.bar.finish_and_clear();
    shown?;
    screen.show_result(&scene, &report)?;
    screen.show_stats(&report, engine.stats())?;
    Ok(())
}

/// Whether a mate was searched to its full depth, which leaves nothing to find.
fn is_settled(info: &Info<'_>) -> bool {
    info.kind == InfoKind::Line
        && info.score.bound == Bound::Exact
        && info.score.kind == ScoreKind::Mate
        && info.depth >= 2 * info.score.value.unsigned_abs()
}

/// The position, and how to present what the engine says about it.
struct Scene {
    game: Game,
    white_to_move: bool,
}

impl Scene {
    /// A line of play in SAN with move numbers, as much of it as fits.
    fn line(&self, uci: &str, width: usize) -> String {
        let mut ahead = self.game.clone();
        let san = ahead.play(uci).and_then(|()| ahead.moves_san());
        let text = san.unwrap_or_else(|_| uci.to_owned());
        if text.len() <= width {
            return text;
        }
        let end = text[..=width].rfind(' ').unwrap_or(0);
        // A move number without its move is useless.
        text[..end].trim_end_matches(|c: char| c == '.' || c.is_ascii_digit()).trim_end().to_owned()
    }

    /// A score from White's view: centipawns, moves to mate or plies to a tablebase win.
    fn white_score(&self, score: &ReportedScore) -> i32 {
        if self.white_to_move { score.value } else { -score.value }
    }

    /// A score as chess books write it.
    fn score(&self, score: &ReportedScore) -> String {
        let value = self.white_score(score);
        match score.kind {
            ScoreKind::Centipawns => format!("{:+.2}", f64::from(value) / 100.0),
            ScoreKind::Mate => format!("#{value}"),
            ScoreKind::Tablebase => format!("TB{value}"),
        }
    }

    /// A score in words.
    fn verdict(&self, score: &ReportedScore) -> String {
        let value = self.white_score(score);
        let side = if value > 0 { "White" } else { "Black" };
        let words = match (score.kind, value.abs()) {
            (ScoreKind::Mate, moves) => return format!("{side} mates in {moves}"),
            (ScoreKind::Tablebase, _) => return format!("{side} wins, by the tablebases"),
            (_, ..20) => return format!("the game is even, {}", self.score(score)),
            (_, 20..70) => "is slightly better",
            (_, 70..180) => "is better",
            (_, 180..450) => "is much better",
            (_, 450..) => "is winning",
        };
        format!("{side} {words}, {}", self.score(score))
    }
}

/// Where the output goes: coloured and animated on a terminal, plain text otherwise.
struct Screen {
    term: Term,
    width: usize,
    coloured: bool,
}

impl Screen {
    fn new() -> Screen {
        let term = Term::stdout();
        let width = term.size_checked().map_or(PLAIN_WIDTH, |(_, columns)| columns.into());
        Screen { width, coloured: console::colors_enabled(), term }
    }

    fn line(&self, text: &str) -> io::Result<()> {
        self.term.write_line(text)
    }

    /// The board with notes beside it.
    fn show_board(&self, scene: &Scene, title: &str, limits: &Limits) -> io::Result<()> {
        let board = scene.game.board();
        let side = if scene.white_to_move { "White" } else { "Black" };
        let depth = limits.depth.map(|depth| format!("to depth {depth}"));
        let time = limits.move_time.map(|time| format!("for {} s", time.as_secs_f64()));
        let effort: Vec<String> = depth.into_iter().chain(time).collect();
        let notes = [
            String::new(),
            style(title).bold().to_string(),
            format!("Move {}, {side} to move", board.fullmove_number),
            String::new(),
            style(format!("seajay {}", env!("CARGO_PKG_VERSION"))).dim().to_string(),
            style(format!("searching {}", effort.join(", "))).dim().to_string(),
            String::new(),
            String::new(),
        ];
        self.line("")?;
        for (rank, note) in (0..8u32).rev().zip(notes) {
            let square = |file| self.square(board.piece_at(8 * rank + file), rank + file);
            let squares: String = (0..8).map(square).collect();
            let label = style(rank + 1).dim();
            self.line(format!("  {label} {squares}    {note}").trim_end())?;
        }
        self.line(&style("     a  b  c  d  e  f  g  h").dim().to_string())?;
        self.line(&format!("\n  {}\n", style(scene.game.fen()).dim()))
    }

    /// A square; on a terminal the filled glyphs serve both sides, in white and in black.
    fn square(&self, piece: Option<char>, shade: u32) -> String {
        const LIGHT: u8 = 108;
        const DARK: u8 = 65;
        const WHITE: u8 = 231;
        const BLACK: u8 = 16;
        if !self.coloured {
            return format!(" {} ", piece.unwrap_or('.'));
        }
        let piece = piece.unwrap_or(' ');
        let glyph = match piece.to_ascii_lowercase() {
            'k' => '♚',
            'q' => '♛',
            'r' => '♜',
            'b' => '♝',
            'n' => '♞',
            'p' => '♟',
            other => other,
        };
        style(format!(" {glyph} "))
            .color256(if piece.is_ascii_uppercase() { WHITE } else { BLACK })
            .on_color256(if shade.is_multiple_of(2) { DARK } else { LIGHT })
            .to_string()
    }

    fn show_header(&self) -> io::Result<()> {
        let header = format!(
            "  {:>6} {:>7}  {:>8} {:>9} {:>8}   {}",
            "depth", "score", "nodes", "nodes/s", "time", "line of play (score from White's side)"
        );
        self.line(&style(header).dim().to_string())
    }

    /// One finished depth.
    fn show_depth(&self, scene: &Scene, info: &Info<'_>) -> io::Result<()> {
        const COLUMNS: usize = 48;
        let value = scene.white_score(&info.score);
        let score = style(format!("{:>7}", scene.score(&info.score))).bold();
        let score = match (info.score.kind, value) {
            (ScoreKind::Centipawns, -19..20) => score,
            (_, 0..) => score.green(),
            _ => score.red(),
        };
        self.line(&format!(
            "  {:>3}{} {score}  {:>8} {:>9} {:>8}   {}",
            info.depth,
            style(format!("/{:<2}", info.seldepth)).dim(),
            compact(info.nodes),
            compact(info.nps),
            seconds(info.time),
            scene.line(info.pv, self.width.saturating_sub(COLUMNS)),
        ))
    }

    fn progress(&self, time: Option<Duration>) -> Progress {
        let target = ProgressDrawTarget::term(self.term.clone(), 20);
        let template = match time {
            Some(_) => "\n  {bar:30.green/dim} {wide_msg:.dim}",
            None => "\n  {spinner:.green} {wide_msg:.dim}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let length = time.map(|time| time.as_millis() as u64);
        let bar =
            ProgressBar::with_draw_target(length, target).with_style(style.progress_chars("━━─"));
        Progress { bar }
    }

    fn show_result(&self, scene: &Scene, report: &Report) -> io::Result<()> {
        if report.best_move.is_empty() {
            let mated = report.score.kind == ScoreKind::Mate;
            let text = if mated { "Checkmate: the game is over" } else { "Stalemate: a draw" };
            return self.line(&format!("\n  {}\n", style(text).bold()));
        }
        let best = scene.line(report.best_move.as_str(), self.width);
        self.line("")?;
        self.entry("Best move", style(best).bold().green())?;
        self.entry("Verdict", scene.verdict(&report.score))?;
        self.entry(
            "Searched",
            format!(
                "{} positions in {}, {} a second, depth {}",
                HumanCount(report.nodes),
                seconds(report.time),
                compact((report.nodes as f64 / report.time.as_secs_f64().max(1e-9)) as u64),
                report.depth,
            ),
        )
    }

    fn show_stats(&self, report: &Report, stats: &Stats) -> io::Result<()> {
        if report.nodes == 0 {
            return Ok(());
        }
        self.line(&format!("\n  {}", style("How the search went").bold()))?;
        self.share("First-move cutoffs", stats.first_move_cutoffs, stats.beta_cutoffs)?;
        self.share("Re-search rate", stats.re_searches, stats.reductions)?;
        self.share("Hash hits", stats.tt_hits, stats.tt_probes)?;
        self.share("Quiescence", stats.qnodes, stats.nodes)?;
        self.line(&format!("\n  {}", style("What made the cutoffs").bold()))?;
        for (name, count) in [
            ("Hash move", stats.tt_move_cutoffs),
            ("Promotion", stats.promotion_cutoffs),
            ("Good capture", stats.good_capture_cutoffs),
            ("Killer", stats.killer_cutoffs),
            ("Quiet by history", stats.quiet_cutoffs),
            ("Losing capture", stats.bad_capture_cutoffs),
        ] {
            self.share(name, count, stats.beta_cutoffs)?;
        }
        self.line("")
    }

    fn entry(&self, name: &str, value: impl std::fmt::Display) -> io::Result<()> {
        self.line(&format!("  {} {value}", style(format!("{name:<10}")).dim()))
    }

    /// A share of a whole, with a bar.
    fn share(&self, name: &str, part: u64, whole: u64) -> io::Result<()> {
        const WIDTH: f64 = 30.0;
        let share = part as f64 / whole.max(1) as f64;
        let full = (share * WIDTH).round() as usize;
        let (mark, rest) = if self.coloured { ("━", "─") } else { ("#", ".") };
        self.line(&format!(
            "  {name:<20} {:>6.1} %  {}{}  {}",
            100.0 * share,
            style(mark.repeat(full)).green(),
            style(rest.repeat(WIDTH as usize - full)).dim(),
            style(compact(part)).dim(),
        ))
    }
}

/// The line of finished depths, and on a terminal the bar below it.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn show(&self, screen: &Screen, scene: &Scene, info: &Info<'_>) -> io::Result<()> {
        self.bar.set_position(info.time.as_millis() as u64);
        self.bar.set_message(format!(
            "{}  {} positions, {} a second",
            seconds(info.time),
            compact(info.nodes),
            compact(info.nps)
        ));
        if info.kind == InfoKind::Line && info.score.bound == Bound::Exact {
            self.bar.suspend(|| screen.show_depth(scene, info))?;
        }
        Ok(())
    }
}

/// A count in three or four digits.
fn compact(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.0} k", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} M", count as f64 / 1e6),
        _ => format!("{:.2} G", count as f64 / 1e9),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
