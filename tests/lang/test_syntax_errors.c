/* Every message that reading the form of a text can give, with its place and its hint; what continues after an
 * error. */
#include "forms.h"

typedef struct message {
    const char *text;
    uint32_t line, column;
    const char *code, *sentence, *hint;
} message;

#define ALONE "write one statement for each, on a line of its own"

static const message messages[] = {
    {"constrain a: x = 1", 1, 1, "unknown-statement", "unknown statement 'constrain'", "did you mean 'constraint'?"},
    {"foo 1", 1, 1, "unknown-statement", "unknown statement 'foo'", NULL},
    {"parameter m = 1", 1, 1, "unknown-statement", "unknown statement 'parameter'", "did you mean 'param'?"},
    {"Coord x", 1, 1, "unknown-statement", "unknown statement 'Coord'", "did you mean 'coord'?"},
    {"x = 5", 1, 1, "unknown-statement", "unknown statement 'x'", "write param, let or init before it"},
    {"x' = 1", 1, 1, "unknown-statement", "unknown statement 'x'", "write init before an initial value"},
    {"3 + x", 1, 1, "syntax", "expected a statement", NULL},
    {"(x)", 1, 1, "syntax", "expected a statement", NULL},
    {"nonholo 2", 1, 9, "version", "this program reads only version 1 of the language", "write nonholo 1"},
    {"nonholo", 1, 8, "syntax", "expected the number of a version before the end of the text", "write nonholo 1"},
    {"nonholo x", 1, 9, "syntax", "expected the number of a version before 'x'", "write nonholo 1"},
    {"nonholo 1 2", 1, 11, "syntax", "unexpected '2'", NULL},
    {"coord x\nnonholo 1", 2, 1, "version", "'nonholo' and its version must be the first line of the file", NULL},
    {"let a = (x + y\ncoord z", 1, 9, "syntax", "this '(' is never closed", NULL},
    {"point P = [x, y mass m\ncoord z", 1, 11, "syntax", "this '[' is never closed", NULL},
    {"let a = f(a, [b, c)\ncoord z", 1, 19, "syntax", "')' does not match the '[' in line 1, column 14", NULL},
    {"let a = (b]", 1, 11, "syntax", "']' does not match the '(' in line 1, column 9", NULL},
    {"let a = |b)", 1, 11, "syntax", "')' does not match the '|' in line 1, column 9", NULL},
    {"let a = (b|", 1, 9, "syntax", "this '(' is never closed", NULL},
    {"let a = b)", 1, 10, "syntax", "unmatched ')'", NULL},
    {"let a = b]", 1, 10, "syntax", "unmatched ']'", NULL},
    {"let a = x }", 1, 11, "syntax", "unmatched '}'", NULL},
    {"let a = 2 x", 1, 11, "syntax", "expected an operator before 'x'", "write 2*x for a product"},
    {"let a = 2(x)", 1, 10, "syntax", "expected an operator before '('", "write * for a product"},
    {"let a = (a)(b)", 1, 12, "syntax", "expected an operator before '('", "write * for a product"},
    {"let a = f(x)(y)", 1, 13, "syntax", "expected an operator before '('", "write * for a product"},
    {"let a = 2|x|", 1, 10, "syntax", "expected an operator before '|'", "write * for a product"},
    {"let a = x**2", 1, 11, "syntax", "expected a number or a name before '*'", "write ^ for a power"},
    {"let a == 3", 1, 8, "syntax", "expected a number or a name before '='", "write a single ="},
    {"constraint c: a == b", 1, 18, "syntax", "expected a number or a name before '='", "write a single ="},
    {"let a = +x", 1, 9, "syntax", "a binary + needs a left operand", NULL},
    {"let a = x + +y", 1, 13, "syntax", "a binary + needs a left operand", NULL},
    {"let a = x^2'", 1, 12, "derivative", "this ' applies to the exponent, which is constant", "write (x^2)'"},
    {"let a = y*x^2^3'", 1, 16, "derivative", "this ' applies to the exponent, which is constant", "write (x^2^3)'"},
    {"let a = x^-2'", 1, 13, "derivative", "this ' applies to the exponent, which is constant", "write (x^-2)'"},
    {"let a = 2'", 1, 10, "derivative", "a number has no time derivative", NULL},
    {"let a = ", 1, 9, "syntax", "expected a number or a name before the end of the text", NULL},
    {"let a =\ncoord z", 1, 8, "syntax", "expected a number or a name before the end of the line", NULL},
    {"let a", 1, 6, "syntax", "expected '=' before the end of the text", "write let name = ..."},
    {"let a x", 1, 7, "syntax", "expected '=' before 'x'", "write let name = ..."},
    {"let", 1, 4, "syntax", "expected a name before the end of the text", NULL},
    {"let 3 = 4", 1, 5, "syntax", "expected a name before '3'", NULL},
    {"let point = 3", 1, 5, "reserved", "'point' is a keyword and cannot be declared", "choose another name"},
    {"let t = 3", 1, 5, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"let pi = 3", 1, 5, "reserved", "'pi' is a number and cannot be declared", "choose another name"},
    {"coord x, t, y", 1, 10, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"coord x y", 1, 9, "syntax", "expected a comma before 'y'", NULL},
    {"coord x = 3", 1, 9, "syntax", "a coordinate has no value of its own", "write the initial value as init x = 0"},
    {"orientation B = 3", 1, 15, "syntax", "an orientation has no value of its own",
     "write the initial value as init B.R = Rz(0.2)*Rx(0.1)"},
    {"orientation B C", 1, 15, "syntax", "expected a comma before 'C'", NULL},
    {"coord x[1..3", 1, 8, "syntax", "this '[' is never closed", NULL},
    {"coord x[i=1]", 1, 12, "syntax", "expected '..' before ']'", "write i=1..N"},
    {"coord x[t=1..3]", 1, 9, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"coord x,", 1, 9, "syntax", "expected a name before the end of the text", NULL},
    {"coord x, 3", 1, 10, "syntax", "expected a name before '3'", NULL},
    {"param m = 1 g = 2", 1, 13, "syntax", "expected a comma before 'g'", NULL},
    {"param m = 1 2", 1, 13, "syntax", "expected an operator before '2'", "write 1*2 for a product"},
    {"param g = 9.81 in 0 20", 1, 21, "syntax", "expected '..' before '20'", "write in 0 .. 20"},
    {"param g = 9.81 imn 0 .. 20", 1, 16, "syntax", "unknown word 'imn'", "did you mean 'in'?"},
    {"param g = 1 \"a\" \"b\"", 1, 17, "syntax", "unexpected text in quotes", NULL},
    {"const N", 1, 8, "syntax", "expected '=' before the end of the text", "write const N = 4"},
    {"function C", 1, 11, "syntax", "expected '(' before the end of the text", "write function f(x) = ..."},
    {"function C()", 1, 12, "syntax", "expected the name of an argument before ')'", NULL},
    {"function C(pi)", 1, 12, "reserved", "'pi' is a number and cannot be declared", "choose another name"},
    {"function C(t", 1, 11, "syntax", "this '(' is never closed", NULL},
    {"function C(2) = 3", 1, 12, "syntax", "expected the name of an argument before '2'", NULL},
    {"point P [x]", 1, 12, "syntax", "expected '=' before the end of the text", "write point P = [x, y]"},
    {"point P = [x,y] mas m", 1, 17, "syntax", "unknown word 'mas'", "did you mean 'mass'?"},
    {"point P = [x,y] mass", 1, 21, "syntax", "expected a number or a name before the end of the text", NULL},
    {"point P = [x,y] mass m mass n", 1, 24, "syntax", "'mass' is given twice", NULL},
    {"body B", 1, 7, "syntax", "expected '{' before the end of the text", "write body B { at [x, y, z], mass m }"},
    {"body B { mas 3 }", 1, 10, "syntax", "unknown word 'mas'", "did you mean 'mass'?"},
    {"body B { at P mass m }", 1, 15, "syntax", "expected a comma before 'mass'", NULL},
    {"body B { at P, at Q }", 1, 16, "syntax", "'at' is given twice", NULL},
    {"body B { foo 3 }", 1, 10, "syntax", "unknown word 'foo'",
     "the properties of a body are at, rotation, mass and inertia"},
    {"body B { [x] }", 1, 10, "syntax", "expected at, rotation, mass or inertia before '['", NULL},
    {"body B { at P\ncoord x", 1, 8, "syntax", "this '{' is never closed", NULL},
    {"body B { at }", 1, 13, "syntax", "expected a number or a name before '}'", NULL},
    {"spring P Q stiffness k", 1, 10, "syntax", "expected a comma before 'Q'", "write spring P, Q stiffness k"},
    {"spring P, Q", 1, 12, "syntax", "expected 'stiffness' before the end of the text",
     "write spring P, Q stiffness k"},
    {"spring P, Q stifness k", 1, 13, "syntax", "unknown word 'stifness'", "did you mean 'stiffness'?"},
    {"spring P, Q stiffness k stiffness l", 1, 25, "syntax", "'stiffness' is given twice", NULL},
    {"spring P, Q k", 1, 13, "syntax", "expected 'stiffness' before 'k'", "write spring P, Q stiffness k"},
    {"spring P, Q for i = 1..2", 1, 13, "syntax", "expected 'stiffness' before 'for'", "write spring P, Q stiffness k"},
    {"damper P, Q", 1, 12, "syntax", "expected 'coefficient' before the end of the text",
     "write damper P, Q coefficient c"},
    {"damper P, Q coeficient c", 1, 13, "syntax", "unknown word 'coeficient'", "did you mean 'coefficient'?"},
    {"force P F", 1, 9, "syntax", "expected ':' before 'F'", "write force P: F"},
    {"force P", 1, 8, "syntax", "expected ':' before the end of the text", "write force P: F"},
    {"force P: ", 1, 10, "syntax", "expected a number or a name before the end of the text", NULL},
    {"torque A, B, C: M", 1, 12, "syntax", "expected ':' before ','", "write torque B: M"},
    {"constraint x = 3", 1, 12, "syntax", "a constraint needs a label", "write constraint name: a = b"},
    {"constraint speed |P'| = c", 1, 12, "syntax", "a constraint needs a label", "write constraint name: a = b"},
    {"constraint c: x", 1, 16, "syntax", "expected '=' before the end of the text", "write name: a = b"},
    {"constraint c: x < 3", 1, 17, "syntax", "expected '=' before '<'", "write name: a = b"},
    {"constraint c: a = b = c", 1, 21, "syntax", "more than one '=' in an equation",
     "write several equations, or a family"},
    {"constraint", 1, 11, "syntax", "expected a label before the end of the text", "write constraint name: a = b"},
    {"claim a = b", 1, 7, "syntax", "a claim needs a label", "write claim name: a = b"},
    {"condition : a = b", 1, 11, "syntax", "a condition needs a label", "write condition name: a = b"},
    {"event x > 0", 1, 7, "syntax", "an event needs a label", "write event name: e"},
    {"event e: x = 0", 1, 12, "syntax", "an equation is not allowed here", "write a - b, which crosses zero, or a < b"},
    {"event e: x up", 1, 12, "syntax", "expected an operator before 'up'", "write x*up for a product"},
    {"invariant E", 1, 11, "syntax", "an invariant needs a label", "write invariant name: e"},
    {"invariant e = E", 1, 13, "syntax", "expected ':' before '='", "write invariant name: e"},
    {"watch P'", 1, 7, "syntax", "a watch needs a label", "write watch name = e"},
    {"watch", 1, 6, "syntax", "expected a label before the end of the text", "write watch name = e"},
    {"assume a", 1, 9, "syntax", "expected a comparison before the end of the text", "write assume e > 0, or < or !="},
    {"assume a < b < c", 1, 14, "syntax", "a comparison is not allowed here",
     "comparisons are allowed in if(a < b, e1, e2), assume, stop when and event"},
    {"assume a x", 1, 10, "syntax", "expected an operator before 'x'", "write a*x for a product"},
    {"let a = b < c", 1, 11, "syntax", "a comparison is not allowed here",
     "comparisons are allowed in if(a < b, e1, e2), assume, stop when and event"},
    {"let a = if(b = c, 1, 2)", 1, 14, "syntax", "'=' is not allowed here", "compare with <, >, <= or >="},
    {"let a = sin(b < c)", 1, 15, "syntax", "a comparison is not allowed here",
     "comparisons are allowed in if(a < b, e1, e2), assume, stop when and event"},
    {"let a = sum(x)", 1, 9, "syntax", "'sum' needs an index and its range", "write sum(i=1..N, e)"},
    {"let a = sum(i=1, x)", 1, 16, "syntax", "expected '..' before ','", "write sum(i=1..N, e)"},
    {"let a = sum(i=1..3)", 1, 19, "syntax", "expected a comma before ')'", "write sum(i=1..N, e)"},
    {"let a = sum(i=1..3, ", 1, 12, "syntax", "this '(' is never closed", NULL},
    {"let a = sum(t=1..3, x)", 1, 13, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"let a = P.", 1, 11, "syntax", "expected a word before the end of the text", NULL},
    {"let a = \"b\"", 1, 9, "syntax", "unexpected text in quotes", NULL},
    {"let a = 3 \"b\"", 1, 11, "syntax", "unexpected text in quotes", NULL},
    {"let a = 1, 2", 1, 12, "syntax", "expected a name before '2'", NULL},
    {"kinetic 1, 2", 1, 10, "syntax", "unexpected comma", ALONE},
    {"constraint a: x = 0, b: y = 0", 1, 20, "syntax", "unexpected comma", ALONE},
    {"kinetic a .. b", 1, 11, "syntax", "unexpected '..'", NULL},
    {"kinetic a : b", 1, 11, "syntax", "unexpected ':'", NULL},
    {"kinetic a ! b", 1, 11, "syntax", "unexpected '!'", NULL},
    {"kinetic a ~ b", 1, 11, "syntax", "unexpected '~'", NULL},
    {"kinetic []", 1, 10, "syntax", "expected a number or a name before ']'", NULL},
    {"kinetic {a}", 1, 9, "syntax", "expected a number or a name before '{'", NULL},
    {"kinetic [a,]", 1, 12, "syntax", "expected a number or a name before ']'", NULL},
    {"kinetic f(,)", 1, 11, "syntax", "expected a number or a name before ','", NULL},
    {"kinetic x' y'", 1, 12, "syntax", "expected an operator before 'y'", "write * for a product"},
    {"transposition omega = 3", 1, 15, "syntax", "expected an entry with two indices here",
     "write transposition omega[x, y] = e"},
    {"transposition x = 3", 1, 15, "syntax", "expected an entry with two indices here",
     "write transposition omega[x, y] = e"},
    {"transposition omega[x,y]", 1, 25, "syntax", "expected '=' before the end of the text",
     "write transposition omega[x, y] = e"},
    {"init x", 1, 7, "syntax", "expected '=' or '~' before the end of the text", NULL},
    {"init x = 1 y = 2", 1, 12, "syntax", "expected a comma before 'y'", NULL},
    {"init x = 1 y' ~ 2", 1, 12, "syntax", "expected a comma before 'y'", NULL},
    {"init x = 1 = 2", 1, 12, "syntax", "unexpected '='", NULL},
    {"init x > 1", 1, 8, "syntax", "expected '=' or '~' before '>'", NULL},
    {"init x = 1, = 3", 1, 13, "syntax", "expected a number or a name before '='", NULL},
    {"simulate 0 .. 10", 1, 10, "syntax", "expected 't' before '0'", "write simulate t = 0 .. 10"},
    {"simulate t 0 .. 10", 1, 12, "syntax", "expected '=' before '0'", "write simulate t = 0 .. 10"},
    {"simulate t = 0", 1, 15, "syntax", "expected '..' before the end of the text", "write simulate t = 0 .. 10"},
    {"simulate t = 0 .. 10 stp 0.1", 1, 22, "syntax", "unknown word 'stp'", "did you mean 'step'?"},
    {"simulate t = 0 .. 10 0.1", 1, 22, "syntax", "expected an operator before '0.1'", "write 10*0.1 for a product"},
    {"stop x", 1, 6, "syntax", "expected 'when' before 'x'", "write stop when e"},
    {"stop when", 1, 10, "syntax", "expected a number or a name before the end of the text", NULL},
    {"stop when x = 0", 1, 13, "syntax", "an equation is not allowed here",
     "write a - b, which crosses zero, or a < b"},
    {"draw", 1, 5, "syntax", "expected the name of a shape before the end of the text",
     "write trail, segment, arrow, disc, sphere, ellipsoid, box, curve, plane or none"},
    {"draw 3", 1, 6, "syntax", "expected the name of a shape before '3'",
     "write trail, segment, arrow, disc, sphere, ellipsoid, box, curve, plane or none"},
    {"draw foo P", 1, 6, "syntax", "unknown shape 'foo'",
     "write trail, segment, arrow, disc, sphere, ellipsoid, box, curve, plane or none"},
    {"draw trial P", 1, 6, "syntax", "unknown shape 'trial'", "did you mean 'trail'?"},
    {"draw P", 1, 6, "syntax", "unknown shape 'P'",
     "write trail, segment, arrow, disc, sphere, ellipsoid, box, curve, plane or none"},
    {"draw segment P", 1, 15, "syntax", "expected a comma before the end of the text", "write draw segment P, Q"},
    {"draw segment P Q", 1, 16, "syntax", "expected a comma before 'Q'", "write draw segment P, Q"},
    {"draw disc B", 1, 12, "syntax", "expected 'radius' before the end of the text", "write draw disc B radius R"},
    {"draw disc B radus R", 1, 13, "syntax", "unknown word 'radus'", "did you mean 'radius'?"},
    {"draw box B", 1, 11, "syntax", "expected a vector before the end of the text",
     "write draw box B [a, b, c], with a blank before the ["},
    {"draw box B[a,b,c]", 1, 18, "syntax", "expected a vector before the end of the text",
     "write draw box B [a, b, c], with a blank before the ["},
    {"draw ellipsoid B 3", 1, 18, "syntax", "expected a vector before '3'",
     "write draw ellipsoid B [a, b, c], with a blank before the ["},
    {"draw curve [s]", 1, 15, "syntax", "expected 'for' before the end of the text",
     "write draw curve [...] for s = 0 .. 1"},
    {"draw curve [s] for t = 0..1", 1, 20, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"draw curve [s] for s 0..1", 1, 22, "syntax", "expected '=' before '0'", "write draw curve [...] for s = 0 .. 1"},
    {"draw curve [s] for s = 0", 1, 25, "syntax", "expected '..' before the end of the text",
     "write draw curve [...] for s = 0 .. 1"},
    {"draw plane P", 1, 12, "syntax", "expected 'at' or 'normal' before 'P'", "write draw plane at P normal n"},
    {"draw plane att P", 1, 12, "syntax", "unknown word 'att'", "did you mean 'at'?"},
    {"draw plane at P foo", 1, 17, "syntax", "unknown word 'foo'", "did you mean 'for'?"},
    {"draw none x", 1, 11, "syntax", "unexpected 'x'", NULL},
    {"kinetic x for", 1, 14, "syntax", "expected an index before the end of the text", NULL},
    {"kinetic x for i", 1, 16, "syntax", "expected '=' before the end of the text", "write for i = 1..N"},
    {"kinetic x for i = 1", 1, 20, "syntax", "expected '..' before the end of the text", "write for i = 1..N"},
    {"kinetic x for i = 1..2, ", 1, 25, "syntax", "expected an index before the end of the text", NULL},
    {"kinetic x for t = 1..2", 1, 15, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"kinetic x fro i = 1..2", 1, 11, "syntax", "unknown word 'fro'", "did you mean 'for'?"},
    {"kinetic x for i = 1..2 j = 1..3", 1, 24, "syntax", "expected a comma before 'j'", NULL},
    {"system", 1, 7, "syntax", "expected a title in quotes before the end of the text", "write system \"title\""},
    {"system foo", 1, 8, "syntax", "expected a title in quotes before 'foo'", "write system \"title\""},
    {"system \"a\" \"b\"", 1, 12, "syntax", "unexpected text in quotes", NULL},
    {"independent x' y'", 1, 16, "syntax", "expected an operator before 'y'", "write * for a product"},
    {"body B { at P mas m }", 1, 15, "syntax", "unknown word 'mas'", "did you mean 'mass'?"},
    {"body B { at P } x", 1, 17, "syntax", "unexpected 'x'", NULL},
    {"body B { at P 3 }", 1, 15, "syntax", "expected an operator before '3'", "write P*3 for a product"},
    {"event e: x rising y", 1, 19, "syntax", "unexpected 'y'", NULL},
    {"system \"a\" foo", 1, 12, "syntax", "unknown word 'foo'", "did you mean 'for'?"},
    {"for x", 1, 1, "unknown-statement", "unknown statement 'for'", "write 'for' on the same line as its statement"},
    {"init x y", 1, 8, "syntax", "expected an operator before 'y'", "write x*y for a product"},
    {"init x = 1 y", 1, 12, "syntax", "expected an operator before 'y'", "write 1*y for a product"},
    {"coord x point P = [x]", 1, 9, "syntax", "'point' must begin a new line", NULL},
    {"coord x, y 3", 1, 12, "syntax", "unexpected '3'", NULL},
    {"kinetic x point P = 3", 1, 11, "syntax", "'point' must begin a new line", NULL},
    {"let a = (x point P)", 1, 12, "syntax", "expected an operator before 'point'", "write x*point for a product"},
    {"param m 3", 1, 9, "syntax", "unexpected '3'", NULL},
    {"function f(x) x", 1, 15, "syntax", "unexpected 'x'", NULL},
    {"function f(x) + 1", 1, 15, "syntax", "unexpected '+'", NULL},
    {"draw trail P Q", 1, 14, "syntax", "expected an operator before 'Q'", "write P*Q for a product"},
    {"draw sphere P", 1, 14, "syntax", "expected 'radius' before the end of the text", "write draw sphere P radius R"},
    {"force B at P at Q: F", 1, 14, "syntax", "'at' is given twice", NULL},
    {"simulate t = 0..1 step 2 step 3", 1, 26, "syntax", "'step' is given twice", NULL},
    {"constraint c: x y = 3", 1, 17, "syntax", "expected an operator before 'y'", "write x*y for a product"},
    {"constraint c[i=1..2] x = 3", 1, 12, "syntax", "a constraint needs a label", "write constraint name: a = b"},
    {"let a = b = c", 1, 11, "syntax", "unexpected '='", NULL},
    {"spring P, Q stiffness k, 3", 1, 24, "syntax", "unexpected comma", ALONE},
    {"draw arrow P", 1, 13, "syntax", "expected a comma before the end of the text", "write draw arrow P, v"},
    {"draw sphere P radius", 1, 21, "syntax", "expected a number or a name before the end of the text", NULL},
    {"kinetic x\n+\n\n", 2, 2, "syntax", "expected a number or a name before the end of the line", NULL},
    {"let a = 1 +\n\n# comment\n\ncoord x", 1, 12, "syntax", "expected a number or a name before the end of the line",
     NULL},
    {"claim c a = b", 1, 7, "syntax", "a claim needs a label", "write claim name: a = b"},
    {"kinetic x for i 1..2", 1, 17, "syntax", "expected '=' before '1'", "write for i = 1..N"},
    {"let a = |b", 1, 9, "syntax", "this '|' is never closed", NULL},
    {"draw disc B radius R radius S", 1, 22, "syntax", "'radius' is given twice", NULL},
    {"damper P, Q coefficient c coefficient d", 1, 27, "syntax", "'coefficient' is given twice", NULL},
    {"let a = f(x", 1, 10, "syntax", "this '(' is never closed", NULL},
    {"kinetic (x", 1, 9, "syntax", "this '(' is never closed", NULL},
    {"let a = ((x)\ncoord y", 1, 9, "syntax", "this '(' is never closed", NULL},
    {"param a = (1, b = (2", 1, 11, "syntax", "this '(' is never closed", NULL},
    {"let a = x\n    ^2'", 2, 7, "derivative", "this ' applies to the exponent, which is constant", NULL},
    {"let a = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx^2'", 1, 84, "derivative",
     "this ' applies to the exponent, which is constant", NULL},
    {"event e: x risin", 1, 12, "syntax", "unknown word 'risin'", "did you mean 'rising'?"},
    {"stop when x faling", 1, 13, "syntax", "unknown word 'faling'", "did you mean 'falling'?"},
    {"body B { at P\n mas 3\n}", 2, 2, "syntax", "unknown word 'mas'", "did you mean 'mass'?"},
    {"body B { at P\n at Q\n}", 2, 2, "syntax", "'at' is given twice", NULL},
    {"init x[1]' = 1 y[2].z' = 3", 1, 16, "syntax", "expected a comma before 'y'", NULL},
    {"init x = 1 y'", 1, 12, "syntax", "expected an operator before 'y'", "write 1*y for a product"},
    {"event", 1, 6, "syntax", "expected a label before the end of the text", "write event name: e"},
    {"P[1] = 3", 1, 1, "unknown-statement", "unknown statement 'P'", NULL},
    {"| x", 1, 1, "syntax", "expected a statement", NULL},
    {"\"title\"", 1, 1, "syntax", "expected a statement", NULL},
    {"kinetic a b", 1, 11, "syntax", "expected an operator before 'b'", "write a*b for a product"},
    {"torque B M", 1, 10, "syntax", "expected ':' before 'M'", "write torque B: M"},
    {"assume a <", 1, 11, "syntax", "expected a number or a name before the end of the text", NULL},
    {"if(a < b, 1, 2)", 1, 1, "unknown-statement", "unknown statement 'if'", NULL},
    {"kinetic if(a < b < c, 1, 2)", 1, 18, "syntax", "a comparison is not allowed here",
     "comparisons are allowed in if(a < b, e1, e2), assume, stop when and event"},
    {"let a[1..2, i=3] = 1", 1, 16, "syntax", "expected '..' before ']'", "write i=1..N"},
    {"const t = 3", 1, 7, "reserved", "'t' is the time and cannot be declared", "choose another name"},
    {"quasi system = 1", 1, 7, "reserved", "'system' is a keyword and cannot be declared", "choose another name"},
    {"quasi eta", 1, 10, "syntax", "expected '=' before the end of the text", "write quasi name = ..."},
    {"independent", 1, 12, "syntax", "expected a number or a name before the end of the text", NULL},
    {"param g in 0", 1, 13, "syntax", "expected '..' before the end of the text", "write in 0 .. 20"},
    {"draw curve [s] for s = 0 1", 1, 26, "syntax", "expected '..' before '1'",
     "write draw curve [...] for s = 0 .. 1"},
    {"draw curve [s] for 3", 1, 20, "syntax", "expected the name of a variable before '3'", NULL},
    {"draw plane at P at Q", 1, 17, "syntax", "'at' is given twice", NULL},
    {"system 3", 1, 8, "syntax", "expected a title in quotes before '3'", "write system \"title\""},
    {"transposition", 1, 14, "syntax", "expected a number or a name before the end of the text", NULL},
    {"transposition 2*omega[x,y] = 1", 1, 15, "syntax", "expected an entry with two indices here",
     "write transposition omega[x, y] = e"},
    {"simulate", 1, 9, "syntax", "expected 't' before the end of the text", "write simulate t = 0 .. 10"},
    {"nonholo 1.5", 1, 9, "version", "this program reads only version 1 of the language", "write nonholo 1"},
    {"nonholo 99999999999999999999", 1, 9, "version", "this program reads only version 1 of the language",
     "write nonholo 1"},
    {"kinetic a..b", 1, 10, "syntax", "unexpected '..'", NULL},
    {"kinetic P.\ncoord x", 1, 11, "syntax", "expected a word before the end of the line", NULL},
    {"simulate t = 0 .. 10 step", 1, 26, "syntax", "expected a number or a name before the end of the text", NULL},
    {"gravity", 1, 8, "syntax", "expected a number or a name before the end of the text", NULL},
    {"function f", 1, 11, "syntax", "expected '(' before the end of the text", "write function f(x) = ..."},
    {"function f(x,) = 1", 1, 14, "syntax", "expected the name of an argument before ')'", NULL},
    {"point", 1, 6, "syntax", "expected a name before the end of the text", NULL},
    {"force", 1, 6, "syntax", "expected a number or a name before the end of the text", NULL},
    {"spring", 1, 7, "syntax", "expected a number or a name before the end of the text", NULL},
    {"let a = x \n)", 2, 1, "syntax", "expected a statement", NULL},
    {"coord x[]", 1, 9, "syntax", "expected a number or a name before ']'", NULL},
    {"coord x[1,]", 1, 11, "syntax", "expected a number or a name before ']'", NULL},
    {"coord x[1..]", 1, 12, "syntax", "expected a number or a name before ']'", NULL},
    {"condition", 1, 10, "syntax", "expected a label before the end of the text", "write condition name: a = b"},
    {"claim", 1, 6, "syntax", "expected a label before the end of the text", "write claim name: a = b"},
    {"invariant", 1, 10, "syntax", "expected a label before the end of the text", "write invariant name: e"},
};

static bool same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void print_diags(const nh_context *context, size_t before, const char *text) {
    print_error("'%s':\n", text);
    for (size_t i = before; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        print_error("  %u:%u [%s] %s // %s\n", (unsigned)diag->line, (unsigned)diag->column, diag->code, diag->sentence,
                    diag->hint == NULL ? "" : diag->hint);
    }
}

/* Exactly this error, about these texts. */
static void check_message(nh_context *context, size_t before, const message *m) {
    const nh_diag *diag = nh_context_diag(context, before);
    bool good = diags_since(context, before) == 1 && diag->line == m->line && diag->column == m->column &&
                strcmp(diag->code, m->code) == 0 && strcmp(diag->sentence, m->sentence) == 0 &&
                same_text(diag->hint, m->hint);
    if (!good) print_diags(context, before, m->text);
    assert_true(good);
    assert_int_equal(diag->severity, NH_SEVERITY_ERROR);
    assert_int_equal(diag->status, NH_E_MODEL);
}

PROTECTED_TEST(sentences) {
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        nh_syntax_read(arena, messages[i].text, strlen(messages[i].text), NULL);
        check_message(context, before, &messages[i]);
        nh_arena_destroy(arena);
    }
}

/* The same in the middle of a file: the next statement is not touched, and the error is lines further down. */
PROTECTED_TEST(in_a_file) {
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        message m = messages[i];
        if (strcmp(m.code, "version") == 0 || strncmp(m.text, "nonholo", 7) == 0) continue;
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "system \"x\"\n\n%s\ncoord last", m.text);
        const nh_syntax *s = nh_syntax_read(arena, text.bytes, text.length, "model.nh");
        const nh_diag *diag = nh_context_diag(context, before);
        if (diags_since(context, before) != 1 || diag->line != m.line + 2) print_diags(context, before, m.text);
        assert_int_equal(diags_since(context, before), 1);
        assert_int_equal(diag->line, m.line + 2);
        assert_string_equal(diag->file, "model.nh");
        const nh_statement *last = &s->statements.items[s->statements.count - 1];
        assert_int_equal(last->kind, NH_STATEMENT_COORD);
        assert_false(last->is_broken);
        assert_int_equal(last->clauses, 1);
        nh_arena_destroy(arena);
    }
}

/* ---- long texts in messages ---- */

PROTECTED_TEST(quotes_are_short) {
    static const char *const letters[] = {"a", "\xC3\xA9"};
    for (size_t k = 0; k < 2; k++) {
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        nh_text text = nh_text_begin(arena);
        nh_text_add(&text, "kinetic b");
        nh_text_add(&text, " a"); /* so that the cut falls into a letter of two bytes */
        for (int i = 0; i < 100; i++) nh_text_add(&text, letters[k]);
        nh_syntax_read(arena, text.bytes, text.length, NULL);
        assert_int_equal(diags_since(context, before), 1);
        const nh_diag *diag = nh_context_diag(context, before);
        assert_true(strlen(diag->sentence) <= 80);
        assert_true(strlen(diag->sentence) >= 65);
        assert_int_equal(diag->length, 101);
        const char *at = strchr(diag->sentence, '\'') + 1;
        assert_int_equal((strchr(at, '\'') - at - 1) % (long)strlen(letters[k]), 0);
        nh_arena_destroy(arena);
    }
}

/* ---- what is left of broken statements ---- */

typedef struct rest {
    const char *text, *form;
    size_t errors;
} rest;

static const rest rests[] = {
    {"let a = 2 x", "!(let {a value:2})", 1},
    {"coord x, 3, y", "!(coord {x} {} {y})", 1},
    {"coord x, t, y", "!(coord {x} {} {y})", 1},
    {"coord x y, z", "!(coord {x} {z})", 1},
    {"coord x, \xE1\xBA\x8B, y", "!(coord {x} {} {y})", 1},
    {"param m = 1 +, g = 9.81, c = (2, d", "!(param {m value:(none)} {g value:9.81} {c value:(list 2 d)})", 1},
    {"param m = (1, g = 2", "!(param {m value:(list 1 g)})", 1},
    {"point P = [x, y mass m\ncoord z", "!(point {P value:(vec x y)}) (coord {z})", 1},
    {"constraint c: x\nlet a = b", "!(constraint {c left:x}) (let {a value:b})", 1},
    {"coord x; coord y;", "(coord {x}) (coord {y})", 2},
    {"let a = x\xC2\xB2 + 1\nlet b = 1", "!(let {a value:x}) (let {b value:1})", 1},
    {"foo (\nlet a = 1\nbar\nlet b = 2", "(let {a value:1}) (let {b value:2})", 2},
    {"init x = 1 + for i = 1..2, j = 1..3", "!(init { left:x right:(+ 1 for)})", 1},
    {"body B { at P, foo 3, mass m }", "!(body {B at:P})", 1},
};

PROTECTED_TEST(what_is_left) {
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        nh_arena *arena = nh_arena_create(context);
        size_t before = nh_context_diag_count(context);
        const nh_syntax *s = nh_syntax_read(arena, rests[i].text, strlen(rests[i].text), NULL);
        const char *form = form_of(arena, s);
        if (strcmp(form, rests[i].form) != 0) print_diags(context, before, rests[i].text);
        assert_string_equal(form, rests[i].form);
        assert_int_equal(diags_since(context, before), rests[i].errors);
        nh_arena_destroy(arena);
    }
}

/* Twenty errors are reported, the rest of the text is read all the same. */
PROTECTED_TEST(twenty) {
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    nh_text text = nh_text_begin(arena);
    for (int i = 0; i < 50; i++) nh_text_add(&text, "let a = 1 2\n");
    nh_text_add(&text, "let a = 1\n");
    const nh_syntax *s = nh_syntax_read(arena, text.bytes, text.length, NULL);
    assert_int_equal(diags_since(context, before), NH_TOKEN_ERRORS_MAX);
    assert_int_equal(s->statements.count, 51);
    assert_true(s->statements.items[49].is_broken);
    assert_false(s->statements.items[50].is_broken);
    nh_arena_destroy(arena);
}

/* ---- texts that are one statement ---- */

static void check_as(nh_context *context, nh_statement_kind kind, message m) {
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    nh_syntax_read_as(arena, kind, m.text, strlen(m.text), NULL);
    check_message(context, before, &m);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(single) {
    const char *hint = "write m = 2, m[3] = 2 or C(t) = 2";
    const char *due = "expected the name of a constant, parameter or function here";
    check_as(context, NH_STATEMENT_SET,
             (message){"m", 1, 2, "syntax", "expected '=' before the end of the text", hint});
    check_as(context, NH_STATEMENT_SET, (message){"m + 1 = 2", 1, 1, "syntax", due, hint});
    check_as(context, NH_STATEMENT_SET,
             (message){"", 1, 1, "syntax", "expected a number or a name before the end of the text", NULL});
    check_as(context, NH_STATEMENT_EQUATION,
             (message){"a", 1, 2, "syntax", "expected '=' before the end of the text", "write a = b"});
    check_as(context, NH_STATEMENT_EQUATION,
             (message){"a = b = c", 1, 7, "syntax", "more than one '=' in an equation",
                       "write several equations, or a family"});
    check_as(context, NH_STATEMENT_INIT, (message){"x = (1\n", 1, 5, "syntax", "this '(' is never closed", NULL});
    check_as(context, NH_STATEMENT_INIT,
             (message){"x = 1\ny = 2", 2, 1, "syntax", "expected a comma before 'y'", NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),    cmocka_unit_test(in_a_file), cmocka_unit_test(quotes_are_short),
        cmocka_unit_test(what_is_left), cmocka_unit_test(twenty),    cmocka_unit_test(single),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
