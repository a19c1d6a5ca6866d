//! Declarations for LuaJIT, in C without a preprocessor: a block of the host in Lua.

use std::fmt::Write;

use crate::interface::Interface;

/// The block.
pub fn write(interface: &Interface) -> String {
    let mut text = String::from("enum {\n");
    for (name, value) in interface.constants.iter().flatten() {
        writeln!(text, "    {name} = {value},").unwrap();
    }
    text += "};\n\n";
    for name in &interface.handles {
        writeln!(text, "typedef struct {name} {name};").unwrap();
    }
    for structure in &interface.structs {
        text += "\ntypedef struct {\n";
        for field in structure.fields_of_64_bits() {
            writeln!(text, "    {};", field.text).unwrap();
        }
        writeln!(text, "}} {};", structure.name).unwrap();
    }
    text += "\n";
    for callback in &interface.callbacks {
        writeln!(text, "{}", callback.typedef()).unwrap();
    }
    text += "\n";
    for function in &interface.functions {
        writeln!(text, "{}", function.prototype()).unwrap();
    }
    text
}
