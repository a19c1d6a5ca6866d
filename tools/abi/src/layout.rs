//! How C compilers lay out structs, and the record of what compiled programs rely on, for pointers of 64
//! bits: `ffi-tests/abi/layout.txt`, whose changes a person reviews. `ffi-tests/tests/ffi/layout.rs`
//! proves it by a compiler.

use std::fmt::Write;

use crate::interface::{Declaration, Interface, Kind};

/// The whole record.
pub fn write(interface: &Interface) -> String {
    let mut text = String::from(
        "Made by \"make abi\", for pointers of 64 bits. A line that changes or goes breaks programs.\n\n",
    );
    text += &print(interface);
    for callback in &interface.callbacks {
        write!(text, "\n{}", callback.typedef()).unwrap();
    }
    text += "\n\n";
    for function in &interface.functions {
        writeln!(text, "{}", function.prototype()).unwrap();
    }
    text
}

/// Constants and structs, as a compiled C program prints them.
pub fn print(interface: &Interface) -> String {
    let mut text = String::new();
    for (name, value) in interface.constants.iter().flatten() {
        writeln!(text, "{name} = {value}").unwrap();
    }
    let layout = Layout { interface, pointer: 8 };
    for structure in &interface.structs {
        let (places, size) = layout.places(&structure.name);
        writeln!(text, "\n{}: {size} bytes", structure.name).unwrap();
        for Place { field, offset, size } in places {
            writeln!(text, "{offset:>6} {size:>3}  {}", field.name).unwrap();
        }
    }
    text
}

/// The structs for pointers of some size.
pub struct Layout<'a> {
    /// What it lays out.
    pub interface: &'a Interface,
    /// The size of a pointer.
    pub pointer: usize,
}

/// Where a field lies.
pub struct Place<'a> {
    /// The field.
    pub field: &'a Declaration,
    /// How far from the beginning of the struct.
    pub offset: usize,
    /// Its size, that of a whole array.
    pub size: usize,
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
            places.push(Place { field, offset, size });
        }
        (places, end.next_multiple_of(widest), widest)
    }

    /// Size and alignment of a field, or of each in an array.
    fn size(&self, field: &Declaration) -> (usize, usize) {
        match field.kind(self.interface) {
            Kind::Number("char" | "uint8_t") => (1, 1),
            Kind::Number("int32_t" | "uint32_t") => (4, 4),
            Kind::Number("int64_t" | "uint64_t" | "double") => (8, 8),
            Kind::Struct(name) => {
                let (_, size, alignment) = self.lay_out(name);
                (size, alignment)
            }
            _ if field.pointers > 0 => (self.pointer, self.pointer),
            other => panic!("how large is {other:?}?"),
        }
    }
}
