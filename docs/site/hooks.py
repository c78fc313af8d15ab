"""What MkDocs is told beyond mkdocs.yml: formulas as MathML, colours for the model language, links to files that are no pages."""
import os
import re
from html import unescape

from latex2mathml.converter import convert
from pygments import lexers

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def on_page_content(html, **_):
    """Formulas, which pymdownx.arithmatex marks, as MathML: no script and no font is needed."""

    def typeset(match):
        return convert(unescape(match[2]), display="inline" if match[1] == "(" else "block")

    return re.sub(r"\\([(\[])(.*?)\\[)\]](?=</(?:span|div)>)", typeset, html, flags=re.S)


def on_config(config):
    lexers.LEXERS["ModelLexer"] = ("lexer", "nonholo", ("nh",), ("*.nh",), ())
    return config


def on_page_markdown(markdown, page, config, files):
    """A link to a file of the repository that is not copied to the site becomes its text."""
    folder = os.path.dirname(page.file.src_uri)

    def unlink(match):
        target = os.path.join(folder, match[2].split("#")[0])
        is_lost = os.path.exists(os.path.join(ROOT, target)) and not os.path.isfile(os.path.join(config.docs_dir, target))
        return match[1] if is_lost else match[0]

    return re.sub(r"(?<!!)\[([^]]*)\]\(([^):#]+[^):]*)\)", unlink, markdown)
