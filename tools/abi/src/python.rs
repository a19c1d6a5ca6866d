//! Constants, structs and prototypes for ctypes: a block of `python/seajay/capi.py`.

use std::fmt::Write;

use crate::interface::{Declaration, Function, Interface, Kind, Struct};

/// The block.
pub fn write(interface: &Interface) -> String {
    let mut text = String::new();
    for constants in &interface.constants {
        text += "\n";
        for (name, value) in constants {
            writeln!(text, "{name} = {value}").unwrap();
        }
    }
    for structure in &interface.structs {
        text += &class(interface, structure);
    }
    text += "\n\n";
    for callback in &interface.callbacks {
        let mut types = vec![kind(interface, &callback.result)];
        types.extend(callback.arguments.iter().map(|a| in_callback(interface, a)));
        writeln!(text, "{} = ctypes.CFUNCTYPE({})", callback.name, types.join(", ")).unwrap();
    }
    text += "\n#: Every function: its result type and its argument types.\n";
    text += "FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {\n";
    for function in &interface.functions {
        text += &entry(interface, function);
    }
    text + "}\n"
}

fn class(interface: &Interface, structure: &Struct) -> String {
    let base = if structure.is_sized() { "_Sized" } else { "ctypes.Structure" };
    let mut text = format!("\n\nclass {}({base}):\n", structure.name);
    write!(text, "    \"\"\"{}\"\"\"\n\n    _fields_ = [\n", structure.summary).unwrap();
    for field in &structure.fields {
        if field.is_padding {
            text += "        *_RESERVED,\n";
            continue;
        }
        let mut kind = kind(interface, field);
        for length in field.lengths.iter().rev() {
            write!(kind, " * {length}").unwrap();
        }
        writeln!(text, "        (\"{}\", {kind}),", field.name).unwrap();
    }
    text += "    ]\n";
    let others: Vec<_> =
        structure.not_zero().map(|(f, value)| format!("\"{f}\": {value}")).collect();
    if !others.is_empty() {
        text += "\n    def __init__(self, **fields: Any) -> None:\n";
        writeln!(text, "        super().__init__(**{{{}, **fields}})", others.join(", ")).unwrap();
    }
    text
}

/// The type of a field, an argument or a result.
fn kind(interface: &Interface, declaration: &Declaration) -> String {
    match declaration.kind(interface) {
        Kind::Void => "None".to_owned(),
        Kind::Number(name) => number(name),
        Kind::Numbers(name) => format!("POINTER({})", number(name)),
        Kind::Text | Kind::Buffer => "c_char_p".to_owned(),
        Kind::Texts => "POINTER(c_char_p)".to_owned(),
        Kind::Data | Kind::Handle(_) => "c_void_p".to_owned(),
        Kind::Struct(name) | Kind::Callback(name) => name.to_owned(),
        Kind::Structs(name) => format!("POINTER({name})"),
    }
}

/// ctypes makes a copy of a `c_char_p`, which cannot be written.
fn in_callback(interface: &Interface, argument: &Declaration) -> String {
    match argument.kind(interface) {
        Kind::Buffer => "POINTER(c_char)".to_owned(),
        _ => kind(interface, argument),
    }
}

fn number(name: &str) -> String {
    format!("c_{}", name.trim_end_matches("_t")).replace("c_size", "c_size_t")
}

/// A function, on as few lines as hold it.
fn entry(interface: &Interface, function: &Function) -> String {
    let result = kind(interface, &function.result);
    let kinds: Vec<_> = function.arguments.iter().map(|a| kind(interface, a)).collect();
    let (name, list) = (&function.name, kinds.join(", "));
    let line = format!("    \"{name}\": ({result}, [{list}]),\n");
    if line.len() <= 100 {
        return line;
    }
    let list = format!("        [{list}],\n");
    let list = if list.len() <= 100 {
        list
    } else {
        format!("        [\n            {},\n        ],\n", kinds.join(",\n            "))
    };
    format!("    \"{name}\": (\n        {result},\n{list}    ),\n")
}
