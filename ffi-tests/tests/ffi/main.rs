//! The C ABI and its packages, from every language that hosts are written in.

mod c;
mod documents;
mod examples;
mod gui;
mod header;
mod hosts;
mod measure;
mod packages;
mod python;
mod stable;
mod walk;
