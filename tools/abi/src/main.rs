//! Writes what is made of the C interface; with `--check`, says what is not current instead.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for path in abi::write() {
                println!("wrote {path}");
            }
            ExitCode::SUCCESS
        }
        ["--check"] => match abi::check() {
            Ok(()) => ExitCode::SUCCESS,
            Err(difference) => {
                eprintln!("{difference}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: cargo run -p abi [-- --check]");
            ExitCode::from(2)
        }
    }
}
