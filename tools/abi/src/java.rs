//! Constants, structures and functions for JNA: a block of the host in Java, in an interface.

use std::fmt::Write;

use crate::interface::{Declaration, Interface, Kind, Struct};

/// The block.
pub fn write(interface: &Interface) -> String {
    let mut text = String::new();
    for (name, value) in interface.constants.iter().flatten() {
        writeln!(text, "        int {name} = {value};").unwrap();
    }
    for name in &interface.handles {
        write!(text, "\n        class {name} extends PointerType {{}}\n").unwrap();
    }
    for structure in &interface.structs {
        text += &class(interface, structure);
    }
    for callback in &interface.callbacks {
        let arguments = arguments(interface, &callback.arguments);
        let result = kind(interface, &callback.result);
        write!(text, "\n        interface {} extends Callback {{\n", callback.name).unwrap();
        write!(text, "            {result} invoke({arguments});\n        }}\n").unwrap();
    }
    for function in &interface.functions {
        let arguments = arguments(interface, &function.arguments);
        let (result, name) = (kind(interface, &function.result), &function.name);
        let line = format!("        {result} {name}({arguments});\n");
        text += "\n";
        if line.len() <= 100 {
            text += &line;
        } else {
            writeln!(text, "        {result} {name}(\n                {arguments});").unwrap();
        }
    }
    text
}

fn class(interface: &Interface, structure: &Struct) -> String {
    let names = structure.fields_of_64_bits().map(|field| format!("\"{}\"", field.name));
    let names: Vec<_> = names.collect();
    let line = format!("\n        @FieldOrder({{{}}})\n", names.join(", "));
    let mut text = if line.len() <= 102 {
        line
    } else {
        format!("\n        @FieldOrder({{\n            {}\n        }})\n", wrap(&names))
    };
    writeln!(text, "        class {} extends Structure {{", structure.name).unwrap();
    for field in structure.fields_of_64_bits() {
        let (kind, name, count) = (kind(interface, field), &field.name, field.count());
        match count {
            1 => writeln!(text, "            public {kind} {name};").unwrap(),
            _ => {
                writeln!(text, "            public {kind}[] {name} = new {kind}[{count}];")
                    .unwrap();
            }
        }
    }
    if structure.is_sized() {
        writeln!(text, "\n            public {}() {{", structure.name).unwrap();
        text += "                struct_size = size();\n";
        for (field, value) in structure.not_zero() {
            writeln!(text, "                {field} = {value};").unwrap();
        }
        text += "            }\n";
    }
    text + "        }\n"
}

/// Names on lines of at most 100 columns.
fn wrap(names: &[String]) -> String {
    let mut text = String::new();
    let mut column = 12;
    for (index, name) in names.iter().enumerate() {
        let name = if index + 1 < names.len() { format!("{name},") } else { name.clone() };
        if index > 0 && column + 1 + name.len() > 100 {
            text += "\n            ";
            column = 12;
        } else if index > 0 {
            text += " ";
            column += 1;
        }
        column += name.len();
        text += &name;
    }
    text
}

fn arguments(interface: &Interface, arguments: &[Declaration]) -> String {
    let argument = |a: &Declaration| format!("{} {}", kind(interface, a), a.name);
    arguments.iter().map(argument).collect::<Vec<_>>().join(", ")
}

fn kind(interface: &Interface, declaration: &Declaration) -> String {
    match declaration.kind(interface) {
        Kind::Void => "void".to_owned(),
        Kind::Number(name) => number(name).to_owned(),
        Kind::Numbers(name) => format!("{}[]", number(name)),
        Kind::Buffer => "byte[]".to_owned(),
        Kind::Text => "String".to_owned(),
        Kind::Data | Kind::Texts => "Pointer".to_owned(),
        Kind::Handle(name) | Kind::Struct(name) | Kind::Structs(name) | Kind::Callback(name) => {
            name.to_owned()
        }
    }
}

/// Java has no unsigned numbers; this is for pointers of 64 bits.
fn number(name: &str) -> &'static str {
    match name {
        "char" | "uint8_t" => "byte",
        "int32_t" | "uint32_t" => "int",
        "int64_t" | "uint64_t" | "size_t" => "long",
        "double" => "double",
        other => panic!("what is {other} in Java?"),
    }
}
