//! The record of what compiled programs rely on, for pointers of 64 bits: a person reviews its
//! changes. `ffi-tests/abi/layout.txt`.

use std::fmt::Write;

use crate::interface::Interface;
use crate::layout::{Layout, Place};

/// The whole record.
pub fn write(interface: &Interface) -> String {
    let mut text = String::from(
        "Made by \"make abi\", for pointers of 64 bits. A line that changes or goes breaks programs.\n\n",
    );
    text += &layout(interface);
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
pub fn layout(interface: &Interface) -> String {
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
