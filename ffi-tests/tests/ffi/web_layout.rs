//! Checks that `web/src/layout.ts` is what the header says for WebAssembly: the offsets of every
//! field, and the constants. The header itself is proven by `tests/seajay/header.rs`.
//!
//! After a change of it: `cargo test -p ffi-tests -- --ignored write_layout`.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use ffi_tests::declarations::{Declarations, Field};
use ffi_tests::root;

/// Where a field lies.
struct Place<'a> {
    field: &'a Field,
    offset: usize,
}

/// Structs as every C compiler lays them out, for pointers of some size.
struct Layout<'a> {
    declarations: &'a Declarations,
    pointer: usize,
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("it is committed").replace("\r\n", "\n")
}

impl Layout<'_> {
    /// The places of the fields of a struct, its size and its alignment.
    fn places(&self, name: &str) -> (Vec<Place<'_>>, usize, usize) {
        let mut structs = self.declarations.structs.iter();
        let (_, fields) = structs.find(|(known, _)| known == name).expect("a struct");
        let (mut end, mut widest, mut places) = (0_usize, 1, Vec::new());
        for field in fields {
            if field.is_padding() && self.pointer == 8 {
                continue;
            }
            let (size, alignment) = self.size(&field.kind);
            let offset = end.next_multiple_of(alignment);
            end = offset + size * field.count;
            widest = widest.max(alignment);
            places.push(Place { field, offset });
        }
        (places, end.next_multiple_of(widest), widest)
    }

    /// Size and alignment of a type.
    fn size(&self, kind: &str) -> (usize, usize) {
        match kind {
            _ if kind.ends_with('*') => (self.pointer, self.pointer),
            "char" | "uint8_t" => (1, 1),
            "int32_t" | "uint32_t" => (4, 4),
            "int64_t" | "uint64_t" => (8, 8),
            name => {
                let (_, size, alignment) = self.places(name);
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
        "uint8_t" => "\"u8\"".to_owned(),
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
    let layout = Layout { declarations: &declarations, pointer: 4 };
    let mut text = String::from(
        "// The constants and structs of include/seajay.h, for pointers of 32 bits. Made by a test:\n\
         //\n//     cargo test -p ffi-tests -- --ignored write_layout\n\n",
    );
    // The package has a version of its own.
    let constants = declarations.constants.iter();
    for (name, value) in constants.filter(|(name, _)| !name.starts_with("SEAJAY_VERSION_")) {
        writeln!(text, "export const {name} = {value};").unwrap();
    }
    for (name, _) in &declarations.structs {
        let (places, size, _) = layout.places(name);
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
         cargo test -p ffi-tests -- --ignored write_layout"
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
    let layout = Layout { declarations: &declarations, pointer: 8 };
    assert_eq!(declarations.structs.len(), recorded.matches(" bytes\n").count());
    for (name, _) in &declarations.structs {
        let (places, size, _) = layout.places(name);
        let mut text = format!("{name}: {size} bytes\n");
        for Place { field, offset } in places {
            let size = layout.size(&field.kind).0 * field.count;
            writeln!(text, "{offset:>6} {size:>3}  {}", field.name).unwrap();
        }
        assert!(recorded.contains(&text), "{text}");
    }
}
