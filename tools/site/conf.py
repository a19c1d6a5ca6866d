"""The settings of Sphinx, which makes the web pages: see tools/website.py."""

project = "seajay"
html_title = "seajay"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

# Anchors as the repository's web view makes them.
myst_heading_anchors = 4
# Tags such as <img width="280" src="..." /> are pictures too.
myst_enable_extensions = ["html_image"]
# Some snippets are only parts of programs.
suppress_warnings = ["misc.highlighting_failure"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 90
