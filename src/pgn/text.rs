//! Pieces of movetext as they are written: comments and NAGs.

use crate::error::Error;
use crate::game::push_word;

/// The error of a record that cannot grow.
pub fn no_memory<E>(_: E) -> Error {
    Error::out_of_memory("the record of a game")
}

/// Adds a comment to others, after a space: without line breaks, and without white space around it
/// or its lines.
pub fn join_comment(comments: &mut String, comment: &str) -> Result<(), Error> {
    comments.try_reserve(1 + comment.len()).map_err(no_memory)?;
    for line in comment.split(['\n', '\r']) {
        let line = line.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
        if !comments.is_empty() && !line.is_empty() {
            comments.push(' ');
        }
        comments.extend(line.chars().map(|c| if c == '\0' { ' ' } else { c }));
    }
    Ok(())
}

/// Appends a comment to movetext: in braces, or as a line of its own if it has a closing brace.
pub fn push_comment(movetext: &mut String, comment: &str) -> Result<(), Error> {
    if comment.is_empty() {
        return Ok(());
    }
    let (begin, end) = if comment.contains('}') { ("; ", '\n') } else { ("{", '}') };
    movetext.try_reserve(begin.len() + comment.len() + 3).map_err(no_memory)?;
    push_word(movetext, begin)?;
    movetext.push_str(comment);
    movetext.push(end);
    Ok(())
}

/// Appends a NAG to movetext.
pub fn push_nag(movetext: &mut String, nag: u8) -> Result<(), Error> {
    push_word(movetext, format_args!("${nag}"))
}
