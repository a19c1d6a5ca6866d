//! Types and functions for koffi: a block of the host in JavaScript for Node.

use std::fmt::Write;

use crate::interface::{Declaration, Function, Interface, Kind};

/// The block.
pub fn write(interface: &Interface) -> String {
    let mut text = String::new();
    for (name, value) in interface.constants.iter().flatten() {
        writeln!(text, "const {name} = {value};").unwrap();
    }
    text += "\n";
    for name in &interface.handles {
        writeln!(text, "koffi.opaque(\"{name}\");").unwrap();
    }
    for structure in &interface.structs {
        let name = &structure.name;
        writeln!(text, "const {name} = koffi.struct(\"{name}\", {{").unwrap();
        for field in structure.fields_of_64_bits() {
            let kind = format!("\"{}\"", field.text.rsplit_once(&field.name).unwrap().0.trim());
            let kind = match field.count() {
                1 => kind,
                count => format!("koffi.array({kind}, {count})"),
            };
            writeln!(text, "    {}: {kind},", field.name).unwrap();
        }
        text += "});\n";
    }
    for callback in &interface.callbacks {
        let (name, prototype) = (&callback.name, prototype(interface, callback));
        writeln!(text, "const {name} = koffi.proto(\n    \"{prototype}\",\n);").unwrap();
    }
    text += "\n";
    for function in &interface.functions {
        let (name, prototype) = (&function.name, prototype(interface, function));
        let line = format!("const {name} = library.func(\"{prototype}\");\n");
        if line.len() <= 100 {
            text += &line;
        } else {
            writeln!(text, "const {name} = library.func(\n    \"{prototype}\",\n);").unwrap();
        }
    }
    text
}

/// koffi's own words: a pointer to a callback, bytes for a buffer, a struct that comes back.
fn prototype(interface: &Interface, function: &Function) -> String {
    let argument = |argument: &Declaration| {
        let (text, name) = (&argument.text, &argument.name);
        match argument.kind(interface) {
            Kind::Buffer => format!("uint8_t *{name}"),
            Kind::Callback(kind) => format!("{kind} *{name}"),
            Kind::Structs(_) if !argument.is_const => format!("_Inout_ {text}"),
            Kind::Numbers(_) if !argument.is_const => format!("_Out_ {text}"),
            _ => text.clone(),
        }
    };
    let arguments: Vec<_> = function.arguments.iter().map(argument).collect();
    format!("{}({})", function.result.text, arguments.join(", "))
}
