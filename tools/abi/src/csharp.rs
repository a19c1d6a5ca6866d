//! Structs, delegates and functions for P/Invoke: a block of the hosts in C#.

use std::fmt::Write;

use crate::interface::{Declaration, Function, Interface, Kind, Struct};

/// The block.
pub fn write(interface: &Interface) -> String {
    let mut text = String::new();
    for structure in &interface.structs {
        text += &class(interface, structure);
    }
    for callback in &interface.callbacks {
        let arguments = callback.arguments.iter().map(|argument| {
            let kind = match argument.kind(interface) {
                Kind::Number(name) => number(name),
                _ => "IntPtr",
            };
            format!("{kind} {}", name(argument))
        });
        text += "[UnmanagedFunctionPointer(CallingConvention.Cdecl)]\n";
        let arguments: Vec<_> = arguments.collect();
        let result = result(interface, &callback.result);
        write!(text, "delegate {result} {}({});\n\n", callback.name, arguments.join(", ")).unwrap();
    }
    text += "static partial class Native\n{\n";
    for (name, value) in interface.constants.iter().flatten() {
        writeln!(text, "    public const int {name} = {value};").unwrap();
    }
    for function in &interface.functions {
        text += "\n    [DllImport(\"seajay\", CallingConvention = CallingConvention.Cdecl)]\n";
        text += &declaration(interface, function);
    }
    text + "}\n"
}

fn class(interface: &Interface, structure: &Struct) -> String {
    let name = &structure.name;
    let mut text = format!("[StructLayout(LayoutKind.Sequential)]\nstruct {name}\n{{\n");
    for field in structure.fields_of_64_bits() {
        let (count, name) = (field.count(), self::name(field));
        let array = |of| format!("[MarshalAs(UnmanagedType.{of}, SizeConst = {count})]");
        let line = match field.kind(interface) {
            Kind::Number("char") => format!("{} public string {name};", array("ByValTStr")),
            Kind::Number(kind) if count > 1 => {
                format!("{} public {}[] {name};", array("ByValArray"), number(kind))
            }
            Kind::Number(kind) => format!("public {} {name};", number(kind)),
            Kind::Struct(kind) => format!("public {kind} {name};"),
            _ => format!("public IntPtr {name};"),
        };
        writeln!(text, "    {line}").unwrap();
    }
    if structure.is_sized() {
        let mut fields = format!("struct_size = (uint)Marshal.SizeOf(typeof({name}))");
        structure.not_zero().for_each(|(f, value)| write!(fields, ", {f} = {value}").unwrap());
        writeln!(text, "\n    public static {name} New()\n    {{").unwrap();
        writeln!(text, "        return new {name} {{ {fields} }};\n    }}").unwrap();
    }
    text + "}\n\n"
}

fn declaration(interface: &Interface, function: &Function) -> String {
    let argument = |argument: &Declaration| {
        let kind = match argument.kind(interface) {
            Kind::Number(name) => number(name).to_owned(),
            Kind::Numbers("uint8_t") | Kind::Buffer => "byte[]".to_owned(),
            Kind::Numbers(name) => format!("out {}", number(name)),
            Kind::Text => "[MarshalAs(UnmanagedType.LPUTF8Str)] string".to_owned(),
            Kind::Data if argument.is_const => "byte[]".to_owned(),
            Kind::Handle(_) if function.is_free() => "IntPtr".to_owned(),
            Kind::Handle(name) | Kind::Callback(name) => name.to_owned(),
            Kind::Structs(name) => format!("ref {name}"),
            _ => "IntPtr".to_owned(),
        };
        format!("{kind} {}", name(argument))
    };
    let arguments: Vec<_> = function.arguments.iter().map(argument).collect();
    let (result, name) = (result(interface, &function.result), &function.name);
    let line = format!("    public static extern {result} {name}({});\n", arguments.join(", "));
    if line.len() <= 100 {
        return line;
    }
    let arguments = arguments.join(",\n        ");
    format!("    public static extern {result} {name}(\n        {arguments});\n")
}

fn result(interface: &Interface, declaration: &Declaration) -> String {
    match declaration.kind(interface) {
        Kind::Void => "void".to_owned(),
        Kind::Number(name) => number(name).to_owned(),
        Kind::Handle(name) => name.to_owned(),
        _ => "IntPtr".to_owned(),
    }
}

fn number(name: &str) -> &'static str {
    match name {
        "uint8_t" => "byte",
        "int32_t" => "int",
        "uint32_t" => "uint",
        "int64_t" => "long",
        "uint64_t" => "ulong",
        "size_t" => "UIntPtr",
        "double" => "double",
        other => panic!("what is {other} in C#?"),
    }
}

/// The name of a field or an argument; `out` is a word of C#.
fn name(declaration: &Declaration) -> String {
    if declaration.name == "out" { "@out".to_owned() } else { declaration.name.clone() }
}
