//! How C compilers lay out structs, and the record of what compiled programs rely on, such as
//! `ffi-tests/abi/1.0/layout.c`: it compiles with a later header as long as all of it holds.
//! `ffi-tests/tests/ffi/stable.rs` gives it to compilers, for pointers of both sizes.

use std::fmt::Write;

use crate::interface::{Declaration, Function, Interface, Kind, Struct};

const BEGIN: &str = r#"/* What programs that were compiled with seajay VERSION rely on, as "cargo run -p abi -- --record" wrote
 * it. It compiles with the header of every later version that they run with. */
#include <seajay.h>

#include <stddef.h>

/* For 64-bit pointers, 32-bit pointers, and 32-bit pointers with 64-bit integers aligned to four bytes
 * (Linux on x86). */
#define ARE_AT_FOUR (sizeof(struct { char c; uint64_t number; }) == 12)
#define PLACE(a, b, c) (sizeof(void *) == 8 ? a : ARE_AT_FOUR ? c : b)
#define CONSTANT(name, value) _Static_assert(name == value, "VERSION: " #name)
#define SIZE(type, size) _Static_assert(sizeof(type) == size, "VERSION: " #type)
#define IS(name, type) _Static_assert(_Generic(name, type: 1, default: 0), "VERSION: " #name)
#define CALLBACK(name, type) IS((name)0, type)
#define FIELD(type, field, pointer, a, b, c) \
    _Static_assert(_Generic(&((type *)0)->field, pointer: 1, default: 0) && \
        offsetof(type, field) == PLACE(a, b, c), "VERSION: " #type "." #field)
"#;

/// The record of a version, such as "1.0".
pub fn record(interface: &Interface, version: &str) -> String {
    let mut text = BEGIN.replace("VERSION", version);
    for constants in &interface.constants {
        text += "\n";
        // The numbers of the version are others in a later one.
        let same = constants.iter().filter(|(name, _)| !name.starts_with("SEAJAY_VERSION_"));
        for (name, value) in same {
            writeln!(text, "CONSTANT({name}, {value});").unwrap();
        }
    }
    for structure in &interface.structs {
        text += "\n";
        record_struct(&mut text, interface, structure);
    }
    text += "\n";
    for callback in &interface.callbacks {
        writeln!(text, "CALLBACK({}, {});", callback.name, pointer_to_function(callback)).unwrap();
    }
    text += "\n";
    for function in &interface.functions {
        writeln!(text, "IS({}, {});", function.name, pointer_to_function(function)).unwrap();
    }
    text
}

fn record_struct(text: &mut String, interface: &Interface, structure: &Struct) {
    let name = &structure.name;
    let layouts = [(8, 8), (4, 8), (4, 4)];
    let [large, small, packed] =
        layouts.map(|(pointer, alignment)| Layout { interface, pointer, alignment }.places(name));
    if !structure.is_sized() {
        let (a, b, c) = (large.1, small.1, packed.1);
        writeln!(text, "SIZE({name}, PLACE({a}, {b}, {c}));").unwrap();
    }
    for (Place { field, offset: b }, Place { offset: c, .. }) in small.0.iter().zip(&packed.0) {
        // A later version may use it.
        if field.name.starts_with("reserved") {
            continue;
        }
        let pointer = pointer_to(field);
        let line = |a| format!("FIELD({name}, {}, {pointer}, {a}, {b}, {c});\n", field.name);
        match large.0.iter().find(|place| place.field.name == field.name) {
            Some(place) => *text += &line(place.offset),
            None => {
                *text += "#if defined(SEAJAY_POINTERS_OF_32_BITS)\n";
                *text += &line(*b);
                *text += "#endif\n";
            }
        }
    }
}

/// The type of a pointer to a function: `int32_t (*)(SeajayEngine *engine)`.
fn pointer_to_function(function: &Function) -> String {
    let prototype = function.prototype();
    let pointer = prototype.replacen(&function.name, "(*)", 1);
    pointer.trim_end_matches(';').to_owned()
}

/// The type of a pointer to a field: `const char **`, or `uint64_t (*)[6]` for an array.
fn pointer_to(field: &Declaration) -> String {
    let declarator = field.text.split('[').next().unwrap_or_default();
    let base = declarator.strip_suffix(&field.name).unwrap_or(declarator);
    let array = &field.text[declarator.len()..];
    if array.is_empty() { format!("{base}*") } else { format!("{base}(*){array}") }
}

/// The structs for pointers of some size.
pub struct Layout<'a> {
    /// What it lays out.
    pub interface: &'a Interface,
    /// The size of a pointer.
    pub pointer: usize,
    /// The alignment of 64-bit numbers.
    pub alignment: usize,
}

/// Where a field lies.
pub struct Place<'a> {
    /// The field.
    pub field: &'a Declaration,
    /// How far from the beginning of the struct.
    pub offset: usize,
}

impl<'a> Layout<'a> {
    /// The places of the fields of a struct, and its size.
    pub fn places(&self, name: &str) -> (Vec<Place<'a>>, usize) {
        let (places, size, _) = self.lay_out(name);
        (places, size)
    }

    /// The same, and the alignment.
    fn lay_out(&self, name: &str) -> (Vec<Place<'a>>, usize, usize) {
        let (mut end, mut widest, mut places) = (0_usize, 1, Vec::new());
        for field in &self.interface.structure(name).fields {
            if field.is_padding && self.pointer == 8 {
                continue;
            }
            let (one, alignment) = self.size(field);
            let (offset, size) = (end.next_multiple_of(alignment), one * field.count());
            end = offset + size;
            widest = widest.max(alignment);
            places.push(Place { field, offset });
        }
        (places, end.next_multiple_of(widest), widest)
    }

    /// Size and alignment of a field, or of each in an array.
    fn size(&self, field: &Declaration) -> (usize, usize) {
        match field.kind(self.interface) {
            Kind::Number("char" | "uint8_t") => (1, 1),
            Kind::Number("int32_t" | "uint32_t") => (4, 4),
            Kind::Number("int64_t" | "uint64_t" | "double") => (8, self.alignment),
            Kind::Struct(name) => {
                let (_, size, alignment) = self.lay_out(name);
                (size, alignment)
            }
            _ if field.pointers > 0 => (self.pointer, self.pointer),
            other => panic!("how large is {other:?}?"),
        }
    }
}
