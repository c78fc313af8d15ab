/* How expressions look in print: a text in no particular order, and what the printers make of it. These lines were
 * judged one by one against what a paper would print; a change of the printer that changes them wants the same care. */
#ifndef NH_TESTS_SHOWCASE_H
#define NH_TESTS_SHOWCASE_H

typedef struct shown {
    const char *input, *text, *latex;
} shown;

static const shown showcase[] = {
    {"0", "0", "0"},
    {"-7/3", "-7/3", "-\\frac{7}{3}"},
    {"x'", "x'", "\\dot{x}"},
    {"2*x'^2 + sin(theta)/m - 3/2*x[3]*sqrt(y)", "2*x'^2 - 3/2*x[3]*sqrt(y) + sin(theta)/m",
     "2 \\dot{x}^2 - \\frac{3}{2} x_3 \\sqrt{y} + \\frac{\\sin \\theta}{m}"},
    {"phi'*theta'*sin(theta)*R^2*m", "m*R^2*sin(theta)*phi'*theta'", "m R^2 \\dot{\\phi} \\dot{\\theta} \\sin \\theta"},
    {"(1/2)*m*(x'^2 + y'^2) + I/2*theta'^2 - m*g*z", "m*(x'^2 + y'^2)/2 + I*theta'^2/2 - m*g*z",
     "\\frac{1}{2} m \\left(\\dot{x}^2 + \\dot{y}^2\\right) + \\frac{1}{2} I \\dot{\\theta}^2 - m g z"},
    {"x'*sin(phi) - y'*cos(phi)", "sin(phi)*x' - cos(phi)*y'", "\\dot{x} \\sin \\phi - \\dot{y} \\cos \\phi"},
    {"sqrt(x'^2 + y'^2 + z'^2) - c", "sqrt(x'^2 + y'^2 + z'^2) - c",
     "\\sqrt{\\dot{x}^2 + \\dot{y}^2 + \\dot{z}^2} - c"},
    {"x'^2 + y'^2 - a^2*z'^2/b^2", "x'^2 + y'^2 - a^2*z'^2/b^2",
     "\\dot{x}^2 + \\dot{y}^2 - \\frac{a^2 \\dot{z}^2}{b^2}"},
    {"theta''*m*l^2 + m*g*l*sin(theta)", "m*l^2*theta'' + m*g*l*sin(theta)",
     "m l^2 \\ddot{\\theta} + m g l \\sin \\theta"},
    {"(m1 + m2)*x'' + m2*l*theta''*cos(theta) - m2*l*theta'^2*sin(theta)",
     "(m1 + m2)*x'' + m2*l*cos(theta)*theta'' - m2*l*sin(theta)*theta'^2",
     "\\left(m_1 + m_2\\right) \\ddot{x} + m_2 l \\ddot{\\theta} \\cos \\theta - m_2 l \\dot{\\theta}^2 \\sin \\theta"},
    {"m*x'' - lambda1*cos(phi)", "m*x'' - lambda1*cos(phi)", "m \\ddot{x} - \\lambda_1 \\cos \\phi"},
    {"2*(I1 - I3)*sin(theta)*cos(theta)*theta'*phi' + (I1*sin(theta)^2 + I3*cos(theta)^2)*phi''",
     "(I1*sin(theta)^2 + I3*cos(theta)^2)*phi'' + 2*(I1 - I3)*sin(theta)*cos(theta)*phi'*theta'",
     "\\left(I_1 \\sin^2 \\theta + I_3 \\cos^2 \\theta\\right) \\ddot{\\phi} + 2 \\left(I_1 - I_3\\right) \\dot{\\phi} "
     "\\dot{\\theta} \\sin \\theta \\cos \\theta"},
    {"((x1 - x2)*(x1' - x2') + (y - z)*(y' - z'))/sqrt((x1 - x2)^2 + (y - z)^2)",
     "((x1 - x2)*(x1' - x2') + (y - z)*(y' - z'))/sqrt((x1 - x2)^2 + (y - z)^2)",
     "\\frac{\\left(x_1 - x_2\\right) \\left(\\dot{x}_1 - \\dot{x}_2\\right) + \\left(y - z\\right) \\left(\\dot{y} - "
     "\\dot{z}\\right)}{\\sqrt{\\left(x_1 - x_2\\right)^2 + \\left(y - z\\right)^2}}"},
    {"-m*c^2*sqrt(1 - (x'^2 + y'^2)/c^2)", "-m*c^2*sqrt(1 - (x'^2 + y'^2)/c^2)",
     "-m c^2 \\sqrt{1 - \\frac{\\dot{x}^2 + \\dot{y}^2}{c^2}}"},
    {"-(y - x)*z", "(x - y)*z", "\\left(x - y\\right) z"},
    {"(y - x)*z", "(y - x)*z", "\\left(y - x\\right) z"},
    {"x/((y - x)*z)", "x/((y - x)*z)", "\\frac{x}{\\left(y - x\\right) z}"},
    {"sin(x2 - x1)*m", "-m*sin(x1 - x2)", "-m \\sin\\left(x_1 - x_2\\right)"},
    {"cos(q2 - q1)", "cos(q1 - q2)", "\\cos\\left(q_1 - q_2\\right)"},
    {"-abs(x2 - x1)^3", "-abs(x1 - x2)^3", "-\\left|x_1 - x_2\\right|^3"},
    {"1 - cos(theta)", "1 - cos(theta)", "1 - \\cos \\theta"},
    {"(1 - x^2)*z", "(1 - x^2)*z", "\\left(1 - x^2\\right) z"},
    {"b*cos(theta) + a", "a + b*cos(theta)", "a + b \\cos \\theta"},
    {"c + b*x + a*x^2", "a*x^2 + b*x + c", "a x^2 + b x + c"},
    {"x2^2 + x1^2 + x1*x2*2", "x1^2 + 2*x1*x2 + x2^2", "x_1^2 + 2 x_1 x_2 + x_2^2"},
    {"-x - y", "-x - y", "-x - y"},
    {"(x + 2)*(x + 1)", "(x + 1)*(x + 2)", "\\left(x + 1\\right) \\left(x + 2\\right)"},
    {"1/(2*m) + 3*x/(2*m*y)", "1/(2*m) + 3*x/(2*m*y)", "\\frac{1}{2 m} + \\frac{3 x}{2 m y}"},
    {"3*pi/2 + pi*x/2 - sqrt(3)/2", "pi*x/2 - sqrt(3)/2 + 3/2*pi",
     "\\frac{\\pi}{2} x - \\frac{\\sqrt{3}}{2} + \\frac{3 \\pi}{2}"},
    {"sqrt(6)/3*x", "sqrt(6)*x/3", "\\frac{\\sqrt{6}}{3} x"},
    {"cbrt(x)/y^2 + x^(-5/2) + x^(1/7)", "x^(1/7) + cbrt(x)/y^2 + 1/x^(5/2)",
     "\\sqrt[7]{x} + \\frac{\\sqrt[3]{x}}{y^2} + \\frac{1}{x^{5/2}}"},
    {"(x + y)^(3/2)*(x*y)^(1/2)", "(x + y)^(3/2)*sqrt(x*y)", "\\left(x + y\\right)^{3/2} \\sqrt{x y}"},
    {"2*3^x*5^(2/3)", "2*5^(2/3)*3^x", "2 \\cdot 5^{2/3} \\cdot 3^{x}"},
    {"(-2)^n*(1/2)^n + x^(-n) + (x^2)^n", "(-2)^n*(1/2)^n + x^(-n) + (x^2)^n",
     "\\left(-2\\right)^{n} \\left(\\frac{1}{2}\\right)^{n} + x^{-n} + \\left(x^2\\right)^{n}"},
    {"cos(2*t)*exp(-t/2)*a", "a*exp(-t/2)*cos(2*t)", "a \\mathrm{e}^{-t / 2} \\cos 2 t"},
    {"log(1 + exp(x))^2", "log(1 + exp(x))^2", "\\log^2\\left(1 + \\mathrm{e}^{x}\\right)"},
    {"atan2(y, x) + mod(x, 2*pi) - min(y, 3, x)", "mod(x, 2*pi) - min(x, y, 3) + atan2(y, x)",
     "\\operatorname{mod}\\left(x, 2 \\pi\\right) - \\min\\left(x, y, 3\\right) + \\operatorname{atan2}\\left(y, "
     "x\\right)"},
    {"if(x1 - x2 < 3, sin(x), 1 + x)/2", "if(x1 < x2 + 3, sin(x), x + 1)/2",
     "\\frac{1}{2} \\left(\\begin{cases} \\sin x & \\text{if } x_1 < x_2 + 3, \\\\ x + 1 & \\text{otherwise} "
     "\\end{cases}\\right)"},
    {"if(0 < x, x, -x)", "if(x > 0, x, -x)",
     "\\begin{cases} x & \\text{if } x > 0, \\\\ -x & \\text{otherwise} \\end{cases}"},
    {"C(t)'^2*x + C(t)''", "x*C(t)'^2 + C(t)''", "x \\dot{C}(t)^2 + \\ddot{C}(t)"},
    {"f(x*y)' + f''''(x)", "f'(x*y)*(y*x' + x*y') + f''''(x)",
     "f'\\left(x y\\right) \\left(y \\dot{x} + x \\dot{y}\\right) + f^{(4)}(x)"},
    {"diff(G(x, y), x, y)*x' + diff(G, 1, 1, 2)(x + y, x)", "diff(G(x, y), x, y)*x' + diff(G, 1, 1, 2)(x + y, x)",
     "\\frac{\\partial^2 G}{\\partial x \\, \\partial y}(x, y) \\dot{x} + \\partial_1^2 \\partial_2 G\\left(x + y, "
     "x\\right)"},
    {"diff(F1, theta)^2*x[1]' + diff(F1, x, theta)", "diff(F1, theta)^2*x[1]' + diff(F1, x, theta)",
     "\\left(\\frac{\\partial F_1}{\\partial \\theta}\\right)^2 \\dot{x}_1 + \\frac{\\partial^2 F_1}{\\partial x \\, "
     "\\partial \\theta}"},
    {"lambda.roll*x' + mu.perp[3].x", "lambda.roll*x' + mu.perp[3].x",
     "\\lambda_{\\mathrm{roll}} \\dot{x} + \\mu_{\\mathrm{perp},3,x}"},
    {"u[2,3]'*mass*v_max - x_Q'''", "mass*v_max*u[2][3]' - x_Q'''",
     "\\mathrm{mass} \\, v_{\\mathrm{max}} \\dot{u}_{2,3} - \\dddot{x}_Q"},
    {"x'''' + x''''^2", "x''''^2 + x''''", "\\left(x^{(4)}\\right)^2 + x^{(4)}"},
    {"a*(x/b + 1)*y'/c", "a*(x/b + 1)*y'/c", "\\frac{a \\dot{y}}{c} \\left(\\frac{x}{b} + 1\\right)"},
    {"mass*m*x'*cos(x)*(x + y)/2", "m*mass*(x + y)*cos(x)*x'/2",
     "\\frac{1}{2} m \\, \\mathrm{mass} \\left(x + y\\right) \\dot{x} \\cos x"},
    {"θ'*μ*sin(θ)", "μ*sin(θ)*θ'", "\\mu \\dot{\\theta} \\sin \\theta"},
    {"1/0", "0/0", "\\frac{0}{0}"},
    {"if(x < 0, 1/0, x)", "if(x < 0, 0/0, x)",
     "\\begin{cases} \\frac{0}{0} & \\text{if } x < 0, \\\\ x & \\text{otherwise} \\end{cases}"},
    {"a - b*sqrt(y - x)", "a - b*sqrt(y - x)", "a - b \\sqrt{y - x}"},
    {"if(x + 1 < y, 1, x)", "if(x + 1 < y, 1, x)",
     "\\begin{cases} 1 & \\text{if } x + 1 < y, \\\\ x & \\text{otherwise} \\end{cases}"},
    {"diff(G, 1)(x, x) + diff(G, 2)(t, x')", "diff(G(t, x'), x') + diff(G, 1)(x, x)",
     "\\frac{\\partial G}{\\partial \\dot{x}}(t, \\dot{x}) + \\partial_1 G(x, x)"},
    {"m*x[3]'' + k*(x[3] - x[2]) + k*(x[3] - x[4-3])", "m*x[3]'' - k*(x[1] - x[3]) - k*(x[2] - x[3])",
     "m \\ddot{x}_3 - k \\left(x_1 - x_3\\right) - k \\left(x_2 - x_3\\right)"},
};

enum { SHOWCASE_COUNT = sizeof showcase / sizeof *showcase };

#endif
