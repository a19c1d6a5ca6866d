//! Checks that `web/src/layout.ts` is what the header says for WebAssembly: the offsets of every field, and
//! the constants. The header itself is proven by `tests/header.rs`.
//!
//! After a change of it: `cargo test --test web_layout -- --ignored write_layout`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A field of a struct, as the header declares it.
struct Field {
    name: String,
    /// `int32_t`, `SeajayScore`, `char *` and so on.
    kind: String,
    count: usize,
}

/// What the header declares.
#[derive(Default)]
struct Declarations {
    constants: Vec<(String, String)>,
    structs: Vec<(String, Vec<Field>)>,
}

/// Where a field lies.
struct Place<'a> {
    field: &'a Field,
    offset: usize,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("it is committed").replace("\r\n", "\n")
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
}

impl Declarations {
    /// Reads the header, which cbindgen writes with one field or constant a line.
    fn read() -> Declarations {
        let mut found = Declarations::default();
        let mut fields = Vec::new();
        for line in read("include/seajay.h").lines().map(str::trim) {
            let words: Vec<_> = line.split(' ').collect();
            match words[..] {
                ["//" | "///", ..] => {}
                ["typedef", ..] => fields.clear(),
                ["}", name] if !fields.is_empty() => {
                    found.structs.push((name.trim_end_matches(';').to_owned(), fields));
                    fields = Vec::new();
                }
                ["#define", "SEAJAY_ABI_VERSION", value] => {
                    found.constants.push(("SEAJAY_ABI_VERSION".to_owned(), value.to_owned()));
                }
                [name, "=", value] => {
                    found.constants.push((name.to_owned(), value.trim_end_matches(',').to_owned()));
                }
                [_, .., _] if line.ends_with(';') && !line.contains(['(', '}', '#']) => {
                    fields.push(Field::read(line));
                }
                _ => {}
            }
        }
        found
    }

    /// The places of the fields of a struct, its size and its alignment, as every C compiler lays them out.
    fn places(&self, name: &str, pointer: usize) -> (Vec<Place<'_>>, usize, usize) {
        let (_, fields) = self.structs.iter().find(|(known, _)| known == name).expect("a struct");
        let (mut end, mut widest, mut places) = (0_usize, 1, Vec::new());
        for field in fields {
            if field.name == "reserved" && pointer == 8 {
                continue;
            }
            let (size, alignment) = self.size(&field.kind, pointer);
            let offset = end.next_multiple_of(alignment);
            end = offset + size * field.count;
            widest = widest.max(alignment);
            places.push(Place { field, offset });
        }
        (places, end.next_multiple_of(widest), widest)
    }

    /// Size and alignment of a type.
    fn size(&self, kind: &str, pointer: usize) -> (usize, usize) {
        match kind {
            _ if kind.ends_with('*') => (pointer, pointer),
            "char" => (1, 1),
            "int32_t" | "uint32_t" => (4, 4),
            "int64_t" | "uint64_t" => (8, 8),
            name => {
                let (_, size, alignment) = self.places(name, pointer);
                (size, alignment)
            }
        }
    }
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| text + &word[..1].to_uppercase() + &word[1..])
}

/// The TypeScript type of a field, as `web/src/memory.ts` names it.
fn typescript(kind: &str) -> String {
    match kind {
        "int32_t" => "\"i32\"".to_owned(),
        "uint32_t" => "\"u32\"".to_owned(),
        "int64_t" => "\"i64\"".to_owned(),
        "uint64_t" => "\"u64\"".to_owned(),
        "char" => "\"chars\"".to_owned(),
        "char *" => "\"text\"".to_owned(),
        _ if kind.ends_with('*') => "\"pointer\"".to_owned(),
        name => name.to_owned(),
    }
}

fn generate() -> String {
    let declarations = Declarations::read();
    let mut text = String::from(
        "// The constants and structs of include/seajay.h, for pointers of 32 bits. Made by tests/web_layout.rs:\n\
         //\n//     cargo test --test web_layout -- --ignored write_layout\n\n",
    );
    for (name, value) in &declarations.constants {
        writeln!(text, "export const {name} = {value};").unwrap();
    }
    for (name, _) in &declarations.structs {
        let (places, size, _) = declarations.places(name, 4);
        writeln!(text, "\nexport const {name} = {{\n    size: {size},\n    fields: {{").unwrap();
        for Place { field, offset } in places {
            let (key, kind, count) =
                (camel_case(&field.name), typescript(&field.kind), field.count);
            let count = if count == 1 { String::new() } else { format!(", {count}") };
            writeln!(text, "        {key}: [{offset}, {kind}{count}],").unwrap();
        }
        text += "    },\n} as const;\n";
    }
    text
}

fn path() -> PathBuf {
    root().join("web/src/layout.ts")
}

#[test]
fn the_layout_is_current() {
    assert!(
        read("web/src/layout.ts") == generate(),
        "web/src/layout.ts is not current; run\n\
         cargo test --test web_layout -- --ignored write_layout"
    );
}

#[test]
#[ignore = "writes web/src/layout.ts"]
fn write_layout() {
    fs::write(path(), generate()).expect("web/src is writable");
}

/// A compiler's own layout is recorded for pointers of 64 bits.
#[test]
fn fields_are_laid_out_as_by_a_compiler() {
    let recorded = read("ffi-tests/abi/layout.txt");
    let declarations = Declarations::read();
    assert_eq!(declarations.structs.len(), recorded.matches(" bytes\n").count());
    for (name, _) in &declarations.structs {
        let (places, size, _) = declarations.places(name, 8);
        let mut text = format!("{name}: {size} bytes\n");
        for Place { field, offset } in places {
            let size = declarations.size(&field.kind, 8).0 * field.count;
            writeln!(text, "{offset:>6} {size:>3}  {}", field.name).unwrap();
        }
        assert!(recorded.contains(&text), "{text}");
    }
}
