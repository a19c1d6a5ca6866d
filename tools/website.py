#!/usr/bin/env python3
"""Makes the web site in target/site: the documents, references for C, C++, Rust, Python and TypeScript, and the
analysis board if `make demo` has built it. Then checks that every link inside the site leads somewhere.

    tools/website.py            all of it
    tools/website.py --check    only the links, of the site that is there

Needs cargo, doxygen, npm, and Python's venv. Other programs are downloaded, in fixed versions, into target/ and
npm's cache.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import venv
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from dist import ROOT, tracked

SETTINGS = ROOT / "tools/site"
#: The documents as Sphinx reads them.
PAGES = ROOT / "target/site-pages"
SITE = ROOT / "target/site"
TOOLS = ROOT / "target/site-tools"
BOARD = ROOT / "web/demo/dist"

NEEDED = {
    "cargo": "https://rustup.rs",
    "doxygen": "apt-get install doxygen, or https://www.doxygen.nl",
    "npm": "apt-get install npm, or https://nodejs.org",
}
#: TypeDoc reads programs with TypeScript's own library, which newer versions do not have.
TYPEDOC = ["--package=typedoc@0.28.20", "--package=typescript@5.9.3"]
#: What Sphinx does not highlight, but offers as it is.
DOWNLOADS = {".csv", ".ipynb"}
PICTURES = {".png", ".svg"}
LANGUAGES = {".hpp": "cpp", ".rs": "rust", ".py": "python", ".mjs": "js", ".sh": "bash"}
#: In Markdown, the address of a link or a picture, and its anchor; in HTML, of a picture.
LINK = re.compile(r'(\]\(|src=")([^)#"\s:]+)(#[^)"\s]*)?(?=[)"])')


def run(*command: object, env: dict[str, str] | None = None, given: str | None = None) -> None:
    done = subprocess.run([str(word) for word in command], cwd=ROOT, text=True, env=env, input=given)
    if done.returncode:
        sys.exit(f"{command[0]} failed")


def stage_file(path: Path) -> Path:
    """Puts something that a document links to among the pages; returns where it is there."""
    name = path.relative_to(ROOT)
    if path.is_dir():
        return name / "README.md" if (path / "README.md").exists() else stage_folder(path)
    if path.suffix in DOWNLOADS | PICTURES:
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, PAGES / name)
        return name
    language = LANGUAGES.get(path.suffix, path.suffix[1:] or "text")
    return stage_text(Path(f"{name}.md"), f"# {name}\n\n`````{language}\n{path.read_text()}`````\n")


def stage_folder(path: Path) -> Path:
    """A page that lists what is in a folder."""
    name = path.relative_to(ROOT)
    text = f"# {name}\n\n"
    for entry in sorted({Path(file).relative_to(name).parts[0] for file in tracked(str(name))}):
        text += f"- [{entry}]({os.path.relpath(stage_file(path / entry), name)})\n"
    return stage_text(name / "index.md", text)


def stage_text(name: Path, text: str) -> Path:
    (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
    # Outside the table of contents.
    (PAGES / name).write_text(f"---\norphan: true\n---\n\n{text}")
    return name


def stage_documents() -> None:
    """Copies the documents, and what they link to. Links to sources lead to pages that show them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    documents = tracked("*.md", ":!tests", ":!tools/site")
    for name in documents:
        staged = PAGES / ("index.md" if name == "README.md" else name)
        staged.parent.mkdir(parents=True, exist_ok=True)

        def target(link: re.Match[str]) -> str:
            path = (ROOT / name).parent / link[2]
            if not path.exists():
                return link[0]
            inside = Path(os.path.relpath(path, ROOT))
            if str(inside) not in documents:
                inside = stage_file(ROOT / inside)
            if str(inside) == "README.md":
                inside = Path("index.md")
            return link[1] + os.path.relpath(PAGES / inside, staged.parent) + (link[3] or "")

        text = LINK.sub(target, (ROOT / name).read_text())
        # The words behind a language are for tests.
        text = re.sub(r"^```(\w+) .*$", r"```\1", text, flags=re.MULTILINE)
        if name == "README.md":
            text += "\n" + (SETTINGS / "contents.md").read_text()
        staged.write_text(text)
    for name in ["reference.md", "python-api.md"]:
        shutil.copy(SETTINGS / name, PAGES)
    if BOARD.exists():
        with (PAGES / "reference.md").open("a") as reference:
            reference.write('\nThe <a href="board/index.html">analysis board</a> is made with the npm package.\n')


def make_pages() -> None:
    stage_documents()
    if not (TOOLS / "bin/pip").exists():
        venv.create(TOOLS, with_pip=True)
    packages = ["chess", "furo", "myst-parser", "Sphinx"]
    run(TOOLS / "bin/pip", "install", "--quiet", "--constraint", ROOT / "tools/constraints.txt", *packages)
    # Sphinx imports the Python package, which loads the library.
    run("cargo", "build", "--release", "--lib")
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "python"),
        "SEAJAY_LIBRARY": str(ROOT / "target/release/libseajay.so"),
    }
    run(
        *(TOOLS / "bin/sphinx-build", "--quiet", "--fail-on-warning", "--keep-going", "--fresh-env"),
        *("--conf-dir", SETTINGS, "--doctree-dir", TOOLS / "doctrees", PAGES, SITE),
        env=environment,
    )


def make_c() -> None:
    """The headers alone: the guide is a page of the site."""
    settings = (ROOT / "docs/Doxyfile").read_text() + (
        "INPUT = tools/site/c-api.md include/seajay.h include/seajay.hpp\n"
        "USE_MDFILE_AS_MAINPAGE = tools/site/c-api.md\n"
        "HTML_EXTRA_STYLESHEET = tools/site/reference.css\n"
        f"OUTPUT_DIRECTORY = {SITE}/api\nHTML_OUTPUT = c\n"
    )
    run("doxygen", "-", given=settings)


def make_rust() -> None:
    folder = ROOT / "target/site-rust"
    run(
        *("cargo", "doc", "--quiet", "--package", "seajay", "--lib", "--no-deps", "--target-dir", folder),
        env=os.environ | {"RUSTDOCFLAGS": "-D warnings"},
    )
    shutil.copytree(folder / "doc", SITE / "api/rust")


def make_typescript() -> None:
    if not (ROOT / "web/node_modules").exists():
        run("npm", "ci", "--prefix", "web", "--no-audit", "--no-fund")
    run(
        *("npm", "exec", "--yes", *TYPEDOC, "--", "typedoc", "--tsconfig", "web/tsconfig.json"),
        *("--treatWarningsAsErrors", "--excludeInternal", "--disableSources", "--readme", "none", "--name", "seajay"),
        *("--includeHierarchySummary", "false"),
        # These exist only where the types of a program have what they name.
        *(word for name in ("Global", "Known", "Module") for word in ("--intentionallyNotExported", name)),
        *("--out", SITE / "api/typescript", "web/src/index.ts"),
    )


class Page(HTMLParser):
    """The links of a page, and the names that links may lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for key, value in attributes:
            if key in ("href", "src") and value:
                self.links.add(value)
            elif key == "id" or (key == "name" and tag == "a"):
                self.names.add(value or "")


@cache
def page(path: Path) -> Page:
    return Page(path.read_text())


def broken_links() -> list[str]:
    broken = []
    for path in sorted(SITE.rglob("*.html")):
        # rustdoc checks its own, and repeats the comments of other crates, whose links lead nowhere.
        if path.is_relative_to(SITE / "api/rust"):
            continue
        for link in sorted(page(path).links):
            parts = urlsplit(link)
            # Doxygen links to parts of a page that it leaves out.
            if link.startswith("#") and path.is_relative_to(SITE / "api"):
                continue
            if parts.scheme in ("http", "https", "data", "javascript") or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(parts.fragment)
            if not target.is_relative_to(SITE) or not target.exists():
                broken.append(f"{path.relative_to(SITE)}: {link}")
            elif anchor and target.suffix == ".html" and anchor not in page(target).names:
                broken.append(f"{path.relative_to(SITE)}: {link}: no such anchor")
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only check the links of the site that is there")
    if not parser.parse_args().check:
        missing = [f"missing: {name} ({how})" for name, how in NEEDED.items() if not shutil.which(name)]
        if missing:
            sys.exit("\n".join(missing))
        shutil.rmtree(SITE, ignore_errors=True)
        make_pages()
        make_c()
        make_rust()
        make_typescript()
        if BOARD.exists():
            shutil.copytree(BOARD, SITE / "board")
        else:
            print("the site lacks the analysis board: make demo builds it")
    if broken := broken_links():
        sys.exit("broken links:\n" + "\n".join(broken))
    print(f"{len(list(SITE.rglob('*.html')))} pages, and all links inside them lead somewhere: {SITE}/index.html")


if __name__ == "__main__":
    main()
