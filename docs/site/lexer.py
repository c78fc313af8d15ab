"""The model language for Pygments: what begins a statement, names of functions, comments, texts, numbers."""
from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

STATEMENTS = """assume body claim condition const constraint contact coord damper draw event force function gravity independent init invariant
kinetic lagrangian let nonholo orientation param point potential quasi simulate spring stop system torque transposition watch""".split()
ITEMS = "at rotation mass inertia stiffness length coefficient for in when rising falling step random trail segment arrow disc sphere plane of on rolls slides blade wheel ring torus ellipsoid without spin".split()
FUNCTIONS = """Rx Ry Rz abs acos asin atan atan2 cbrt cos cosh cross diag diff dot exp if inverse log matrix max min mod momentum norm
quaternion reaction reactiontorque root rotation sign sin sinh sqrt sum tan tanh""".split()


__all__ = ["ModelLexer"]


class ModelLexer(RegexLexer):
    name = "nonholo"
    aliases = ["nh"]
    filenames = ["*.nh"]
    tokens = {
        "root": [
            (r"#.*", Comment.Single),
            (r'"[^"\n]*"', String),
            (words(STATEMENTS, prefix=r"^[ \t]*", suffix=r"\b"), Keyword),
            (words(FUNCTIONS, suffix=r"(?=\()"), Name.Builtin),
            (words(ITEMS, prefix=r"(?<![.\w])", suffix=r"\b"), Keyword.Type),
            (r"\d+(\.\d+)?([eE][+-]?\d+)?", Number),
            (r"[^\W\d]\w*", Name),
            (r"[-+*/^=<>~'|:]", Operator),
            (r"\s+|.", Text),
        ]
    }
