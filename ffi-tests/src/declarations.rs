//! What `include/seajay.h` declares, read as text: cbindgen writes one field or constant a line.

use crate::header;

/// The structs of the header and its constants, in its order.
#[derive(Default)]
pub struct Declarations {
    /// Names and fields.
    pub structs: Vec<(String, Vec<Field>)>,
    /// Names and values.
    pub constants: Vec<(String, String)>,
}

/// A field of a struct.
pub struct Field {
    /// Without the length of an array.
    pub name: String,
    /// `int32_t`, `SeajayScore`, `char *` and so on.
    pub kind: String,
    /// More than 1 for an array.
    pub count: usize,
}

impl Field {
    /// From `uint64_t pieces[2][6];` or `const char *pv;`.
    fn read(line: &str) -> Field {
        let (kind, declarator) = line.trim_end_matches(';').rsplit_once(' ').expect("a type");
        let is_pointer = declarator.starts_with('*');
        let mut parts = declarator.trim_start_matches('*').split(['[', ']']);
        let name = parts.next().expect("a name").to_owned();
        let count = parts.filter_map(|part| part.parse::<usize>().ok()).product();
        let kind = match kind.trim_start_matches("const ") {
            kind if is_pointer => format!("{kind} *"),
            kind => kind.to_owned(),
        };
        Field { name, kind, count }
    }

    /// Whether the field is there only where pointers have 32 bits.
    pub fn is_padding(&self) -> bool {
        self.name == "reserved" && self.count == 1
    }
}

impl Declarations {
    /// Reads the header.
    pub fn read() -> Declarations {
        let mut found = Declarations::default();
        let mut fields = Vec::new();
        for line in header().lines().map(str::trim) {
            let words: Vec<_> = line.split(' ').collect();
            match words[..] {
                ["//" | "///", ..] => {}
                ["typedef", ..] => fields.clear(),
                ["}", name] if !fields.is_empty() => {
                    let name = name.trim_end_matches(';').to_owned();
                    found.structs.push((name, std::mem::take(&mut fields)));
                }
                ["#define", "SEAJAY_API" | "SEAJAY_MUST_USE", ..] => {}
                ["#define", name, value] if value != "\\" => {
                    found.constants.push((name.to_owned(), value.to_owned()));
                }
                [name, "=", value] => {
                    found.constants.push((name.to_owned(), value.trim_end_matches(',').to_owned()));
                }
                [_, .., _] if line.ends_with(';') && !line.contains(['(', '}']) => {
                    fields.push(Field::read(line));
                }
                _ => {}
            }
        }
        found
    }
}
