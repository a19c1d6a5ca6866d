//! What the header declares.

use std::collections::BTreeSet;

/// The interface, in the order of the header.
#[derive(Clone, Default, Debug)]
pub struct Interface {
    /// Names and values, an enum at a time.
    pub constants: Vec<Vec<(String, i64)>>,
    /// The names of the types that programs see only pointers to.
    pub handles: Vec<String>,
    /// The structs, each after those that it contains.
    pub structs: Vec<Struct>,
    /// The types of the functions that programs pass.
    pub callbacks: Vec<Function>,
    /// The functions of the library.
    pub functions: Vec<Function>,
}

/// A struct whose fields programs use.
#[derive(Clone, Debug)]
pub struct Struct {
    /// `SeajayLimits`.
    pub name: String,
    /// The first sentence of what the header says about it.
    pub summary: String,
    /// The fields.
    pub fields: Vec<Declaration>,
}

/// A function, or the type of one.
#[derive(Clone, Debug)]
pub struct Function {
    /// `seajay_search`.
    pub name: String,
    /// The type of what it returns.
    pub result: Declaration,
    /// Its arguments.
    pub arguments: Vec<Declaration>,
}

/// A field, an argument or a result: `const char *fen`.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The whole of it, in C.
    pub text: String,
    /// `fen`.
    pub name: String,
    /// `char`.
    pub base: String,
    /// Whether what it points to is not to be changed.
    pub is_const: bool,
    /// How many times it points.
    pub pointers: usize,
    /// The lengths of an array: two for one of arrays.
    pub lengths: Vec<usize>,
    /// Whether a field is there only where pointers have 32 bits.
    pub is_padding: bool,
}

/// What a type is to a program in another language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<'a> {
    /// No result.
    Void,
    /// A number, by the name that C has for its type; `char` only in arrays.
    Number(&'a str),
    /// A pointer to text that is not changed.
    Text,
    /// A pointer to room for a text.
    Buffer,
    /// A pointer to anything.
    Data,
    /// A pointer to an array of texts.
    Texts,
    /// A pointer to one number or more.
    Numbers(&'a str),
    /// A pointer to an object of the library.
    Handle(&'a str),
    /// A struct.
    Struct(&'a str),
    /// A pointer to one struct or more.
    Structs(&'a str),
    /// A function of the program.
    Callback(&'a str),
}

impl Declaration {
    /// From `uint64_t pieces[2][6]` or `const char *pv`.
    fn read(text: &str) -> Declaration {
        let text = text.trim();
        let (is_padding, text) = match text.strip_prefix(PADDING) {
            Some(text) => (true, text.trim()),
            None => (false, text),
        };
        let (declarator, lengths) = text.split_once('[').unwrap_or((text, ""));
        let name = declarator.rsplit([' ', '*']).next().unwrap_or_default();
        let base = declarator.split([' ', '*']).find(|word| *word != "const");
        let lengths = lengths.split(['[', ']']).filter_map(|length| length.parse().ok());
        Declaration {
            text: text.to_owned(),
            name: name.to_owned(),
            base: base.unwrap_or_default().to_owned(),
            is_const: text.starts_with("const "),
            pointers: text.matches('*').count(),
            lengths: lengths.collect(),
            is_padding,
        }
    }

    /// How many there are: more than 1 for an array.
    pub fn count(&self) -> usize {
        self.lengths.iter().product()
    }

    /// What it is, or what each of an array is.
    pub fn kind<'a>(&'a self, interface: &Interface) -> Kind<'a> {
        let base = self.base.as_str();
        let is_callback = || interface.callbacks.iter().any(|callback| callback.name == base);
        match (base, self.pointers) {
            ("void", 0) => Kind::Void,
            ("void", _) => Kind::Data,
            ("char", 1) if self.is_const => Kind::Text,
            ("char", 1) => Kind::Buffer,
            ("char", 2) => Kind::Texts,
            (number, 0) if !number.starts_with("Seajay") => Kind::Number(number),
            (number, _) if !number.starts_with("Seajay") => Kind::Numbers(number),
            (callback, 0) if is_callback() => Kind::Callback(callback),
            (name, 0) => Kind::Struct(name),
            (name, _) if interface.handles.iter().any(|handle| handle == name) => {
                Kind::Handle(name)
            }
            (name, _) => Kind::Structs(name),
        }
    }
}

impl Struct {
    /// Whether it begins with its own size.
    pub fn is_sized(&self) -> bool {
        self.fields.first().is_some_and(|field| field.name == "struct_size")
    }

    /// The fields for pointers of 64 bits.
    pub fn fields_of_64_bits(&self) -> impl Iterator<Item = &Declaration> {
        self.fields.iter().filter(|field| !field.is_padding)
    }

    /// What its initialiser sets to something else than 0.
    pub fn not_zero(&self) -> impl Iterator<Item = (&'static str, i32)> {
        let mine = crate::NOT_ZERO.into_iter().filter(|(name, ..)| *name == self.name);
        mine.map(|(_, field, value)| (field, value))
    }
}

impl Function {
    /// From a declaration and the arguments behind its name.
    fn read(declarator: &str, arguments: &str) -> Function {
        let result = Declaration::read(declarator);
        let arguments = arguments.split(',').map(Declaration::read);
        let arguments = arguments.filter(|argument| argument.text != "void").collect();
        Function { name: result.name.clone(), result, arguments }
    }

    /// Its declaration in C.
    pub fn prototype(&self) -> String {
        let arguments: Vec<_> = self.arguments.iter().map(|a| a.text.as_str()).collect();
        let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
        format!("{}({arguments});", self.result.text)
    }

    /// Its declaration in C as a type.
    pub fn typedef(&self) -> String {
        let pointer = format!("(*{})", self.name);
        format!("typedef {}", self.prototype().replacen(&self.name, &pointer, 1))
    }

    /// Whether it frees an object.
    pub fn is_free(&self) -> bool {
        self.name.ends_with("_free")
    }
}

/// Stands in a statement before the fields that only pointers of 32 bits need.
const PADDING: &str = "@padding";

impl Interface {
    /// Reads a header that cbindgen has written.
    pub fn read(header: &str) -> Interface {
        let mut found = Interface::default();
        let (mut comment, mut statement) = (String::new(), String::new());
        let mut lines = header.lines().map(str::trim);
        while let Some(mut line) = lines.next() {
            if let Some(text) = line.strip_prefix("///") {
                if statement.is_empty() {
                    comment += text;
                }
            } else if line == "#ifdef __cplusplus" {
                lines.find(|line| *line == "#endif");
            } else if line == "#if defined(SEAJAY_POINTERS_OF_32_BITS)" {
                statement += PADDING;
            } else if line.starts_with('#') {
                found.define(line);
                while line.ends_with('\\') {
                    line = lines.next().unwrap_or_default();
                }
                if statement.is_empty() {
                    comment.clear();
                }
            } else if !line.is_empty() && !line.starts_with("//") {
                statement = statement + " " + line;
                if line.ends_with(';') && statement.matches(['{', '}']).count() != 1 {
                    found.statement(statement.trim().trim_end_matches(';'), comment.trim());
                    (comment, statement) = Default::default();
                }
            }
        }
        found
    }

    /// Takes a constant from `#define SEAJAY_ABI_VERSION 3`; what it defines may be something else.
    fn define(&mut self, line: &str) {
        if let ["#define", name, value] = line.split(' ').collect::<Vec<_>>()[..]
            && let Ok(value) = value.parse()
        {
            let kind = |name: &str| name.rsplit_once('_').map(|(kind, _)| kind.to_owned());
            match self.constants.last_mut() {
                Some(last) if kind(&last[0].0) == kind(name) => last.push((name.to_owned(), value)),
                _ => self.constants.push(vec![(name.to_owned(), value)]),
            }
        }
    }

    /// Takes what a statement declares.
    fn statement(&mut self, text: &str, comment: &str) {
        let text = text.trim_start_matches("SEAJAY_MUST_USE ");
        if let Some(text) = text.strip_prefix("SEAJAY_API ") {
            let text = text.trim_end_matches(')');
            let (declarator, arguments) = text.split_once('(').expect("a function");
            self.functions.push(Function::read(declarator, arguments));
        } else if let Some(text) = text.strip_prefix("typedef enum {") {
            let (body, _) = text.split_once('}').expect("the end of an enum");
            let constants = body.split(',').filter_map(|constant| constant.split_once('='));
            let value = |value: &str| value.trim().parse().expect("a number");
            self.constants.push(constants.map(|(n, v)| (n.trim().to_owned(), value(v))).collect());
        } else if let Some(text) = text.strip_prefix("typedef struct {") {
            let (body, name) = text.split_once('}').expect("the end of a struct");
            let (name, summary) = (name.trim().to_owned(), first_sentence(comment));
            let fields = body.split(';').filter(|field| !field.trim().is_empty());
            let fields = fields.map(Declaration::read).collect();
            self.structs.push(Struct { name, summary, fields });
        } else if let Some(text) = text.strip_prefix("typedef struct ") {
            self.handles.extend(text.split(' ').next().map(str::to_owned));
        } else {
            let text = text.strip_prefix("typedef ").unwrap_or_else(|| panic!("what is {text}?"));
            let (result, rest) = text.split_once("(*").expect("a callback");
            let (name, arguments) = rest.split_once(")(").expect("arguments");
            let declarator = format!("{result}{name}");
            self.callbacks.push(Function::read(&declarator, arguments.trim_end_matches(')')));
        }
    }

    /// The struct of a name.
    pub fn structure(&self, name: &str) -> &Struct {
        let found = self.structs.iter().find(|known| known.name == name);
        found.unwrap_or_else(|| panic!("there is no struct {name}"))
    }

    /// The names of functions and types of which a text speaks, and what these need.
    pub fn used_by(&self, text: &str) -> Interface {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut words: BTreeSet<&str> = text.split(|c| !is_word(c)).collect();
        let mut known = 0;
        while known < words.len() {
            known = words.len();
            let functions = self.functions.iter().chain(&self.callbacks);
            let functions = functions.filter(|f| words.contains(f.name.as_str()));
            let types = functions.flat_map(|f| f.arguments.iter().chain([&f.result]));
            let structs = self.structs.iter().filter(|s| words.contains(s.name.as_str()));
            let types = types.chain(structs.flat_map(|s| &s.fields));
            let needed: Vec<_> = types.map(|declaration| declaration.base.as_str()).collect();
            words.extend(needed);
        }
        let constants = self.constants.iter().map(|all| {
            all.iter().filter(|(name, _)| words.contains(name.as_str())).cloned().collect()
        });
        let mut used = self.clone();
        used.constants = constants.filter(|all: &Vec<_>| !all.is_empty()).collect();
        used.handles.retain(|name| words.contains(name.as_str()));
        used.structs.retain(|structure| words.contains(structure.name.as_str()));
        used.callbacks.retain(|callback| words.contains(callback.name.as_str()));
        used.functions.retain(|function| words.contains(function.name.as_str()));
        used
    }
}

fn first_sentence(comment: &str) -> String {
    let end = comment.find(". ").map_or(comment.len(), |end| end + 1);
    comment[..end].to_owned()
}
