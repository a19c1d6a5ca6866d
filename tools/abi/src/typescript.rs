//! Constants, structs and functions for WebAssembly: `web/src/layout.ts`.

use std::fmt::Write;

use crate::interface::{Declaration, Function, Interface, Kind};
use crate::layout::{Layout, Place};

/// The whole file.
pub fn write(interface: &Interface) -> String {
    let mut text = String::from(
        "// Made by \"make abi\": what include/seajay.h declares, for pointers of 32 bits.\n\n",
    );
    // The package has a version of its own.
    let constants = interface.constants.iter().flatten();
    for (name, value) in constants.filter(|(name, _)| !name.starts_with("SEAJAY_VERSION_")) {
        writeln!(text, "export const {name} = {value};").unwrap();
    }
    let layout = Layout { interface, pointer: 4, alignment: 8 };
    for structure in &interface.structs {
        let (places, size) = layout.places(&structure.name);
        write!(text, "\nexport const {} = {{\n    size: {size},\n", structure.name).unwrap();
        text += "    fields: {\n";
        for Place { field, offset, .. } in places {
            let count = field.count();
            let count = if count == 1 { String::new() } else { format!(", {count}") };
            let (key, kind) = (camel_case(&field.name), kind(interface, field));
            writeln!(text, "        {key}: [{offset}, {kind}{count}],").unwrap();
        }
        text += "    },\n} as const;\n";
    }
    text += "\n/** An address in the memory of an instance. */\nexport type Pointer = number;\n\n\
         /** The functions, with 64-bit numbers as bigint. */\n\
         export interface Functions {\n";
    for function in &interface.functions {
        text += &signature(interface, function);
    }
    text + "}\n"
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| text + &word[..1].to_uppercase() + &word[1..])
}

/// The type of a field, as `web/src/memory.ts` names it.
fn kind(interface: &Interface, field: &Declaration) -> String {
    match field.kind(interface) {
        Kind::Number("char") => "\"chars\"".to_owned(),
        Kind::Number(name) => {
            format!("\"{}\"", name.trim_end_matches("_t").replace("uint", "u").replace("int", "i"))
        }
        Kind::Text => "\"text\"".to_owned(),
        Kind::Struct(name) => name.to_owned(),
        _ => "\"pointer\"".to_owned(),
    }
}

/// The type of an argument or a result.
fn passed(interface: &Interface, declaration: &Declaration) -> &'static str {
    match declaration.kind(interface) {
        Kind::Void => "void",
        Kind::Number("int64_t" | "uint64_t") => "bigint",
        Kind::Number(_) => "number",
        _ => "Pointer",
    }
}

/// A function, on as few lines as hold it.
fn signature(interface: &Interface, function: &Function) -> String {
    let argument = |a: &Declaration| format!("{}: {}", camel_case(&a.name), passed(interface, a));
    let arguments: Vec<_> = function.arguments.iter().map(argument).collect();
    let (name, result) = (&function.name, passed(interface, &function.result));
    let line = format!("    {name}({}): {result};\n", arguments.join(", "));
    if line.len() <= 120 {
        return line;
    }
    format!("    {name}(\n        {},\n    ): {result};\n", arguments.join(",\n        "))
}
