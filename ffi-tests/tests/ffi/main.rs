//! The C ABI and its packages, from every language that hosts are written in.

mod api;
mod bench;
mod cpp;
mod examples;
mod gui;
mod guide;
mod header;
mod hosts;
mod layout;
mod load;
mod measure;
mod packages;
mod python;
mod readme;
mod symbols;
mod versions;
mod walk;
