//! Writes what is made of the C interface; with `--check`, says what is not current instead.

mod guide;

use std::process::ExitCode;

/// Every file that is made, wholly or in part.
fn files() -> Vec<(&'static str, String)> {
    let guide = "docs/guide.md";
    let guide = (guide, guide::write(&abi::committed(guide)));
    abi::files().into_iter().chain([guide]).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for path in abi::write(&files()) {
                println!("wrote {path}");
            }
            ExitCode::SUCCESS
        }
        ["--check"] => match abi::check(&files()) {
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

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_current() {
        if let Err(difference) = abi::check(&super::files()) {
            panic!("{difference}");
        }
    }
}
