/* Implications with known answers: real solutions that are fewer than the complex ones, components,
 * rates, functions that are no polynomials, parameters, assumptions, contradictions. The rows g... are
 * given, the rows f... requested. */
#include "implication_support.h"

typedef struct expected {
    const char *text; /* after "coord x, y, z, a" */
    const char *set;  /* NULL: nothing */
    nh_truth implied; /* unknown: it must not be said what is false */
    nh_evidence by;
    /* With " | " between them; with "no": it holds outside of them; NULL: some; after them values of parameters. */
    const char *exceptions;
    bool is_empty;
} expected;

#define YES NH_YES, NH_EVIDENCE_PROVED
#define SEEN NH_YES, NH_EVIDENCE_CERTIFIED
#define NO NH_NO, NH_EVIDENCE_CERTIFIED
#define OPEN NH_UNKNOWN, NH_EVIDENCE_NONE

static const expected table[] = {
    /* the reals */
    {"condition g: x'^2 + y'^2 = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: x'^2 + y'^2 + 1 = 0\ncondition f: x' = 1", NULL, YES, "", true},
    {"condition g: x'^3 = y'^3\ncondition f: x' = y'", NULL, YES, "", false},
    {"condition g: x'^4 = y'^4\ncondition f: x'^2 = y'^2", NULL, YES, "", false},
    {"condition g: x'^5 = y'^5\ncondition f: x' = y'", NULL, YES, "", false},
    {"condition g: x'^7 = y'^7\ncondition f: x' = y'", NULL, YES, "", false},
    {"condition g: x'^4 + x' + 1 = 0\ncondition f: y' = 0", NULL, YES, "", true},
    {"condition g: x'^4 + 2*x'^3 = 1\ncondition f: y' = 0", NULL, NO, "", false},
    {"condition g: x'^5 = 32\ncondition f: x' = 2", NULL, YES, "", false},
    {"condition g: x'^2 + x'*y' + y'^2 = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: x'^2 + 4*y'^2 = 4*x'*y'\ncondition f: x' = 2*y'", NULL, YES, "", false},
    {"condition g: x'^2 + 2*y'^2 + 3*z'^2 = 2*x'*y'\ncondition f: x' + y' + z' = 0", NULL, YES, "", false},
    {"condition g: (x'*y' - 1)^2 + (x'^2 - y')^2 = 0\ncondition f: x' = 1", NULL, YES, "", false},
    {"condition g: (x'*y' - z')^2 + (x'^3 - y')^4 + 1 = 0\ncondition f: x' = 1", NULL, YES, "", true},
    {"condition g: x'^2 = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: (x'^2 + y'^2)*z' = 0\ncondition f: z' = 0", NULL, YES, "x' = 0 and y' = 0", false},
    {"condition g: (x'^2 + 1)*z' = 0\ncondition f: z' = 0", NULL, YES, "", false},
    {"condition g: x'^4*y'^2 + x'^2*y'^4 + 1 = 3*x'^2*y'^2\ncondition f: x'^2 = 1", NULL, OPEN, "", false},
    /* norms, which are not negative and may be 0 */
    {"condition g: sqrt(x'^2 + y'^2 + z'^2)*z' = 0\ncondition f: x = 7", NULL, NO, "", false},
    {"condition g: 0 = sqrt(x'^2 + y'^2 + z'^2)\ncondition f: x = 7", NULL, NO, "", false},
    {"condition g: 0 = sqrt(x'^2 + y'^2 + z'^2)\ncondition f: x' + y' + z' = 0", NULL, YES, "", false},
    {"condition g: -|x'| = 0\ncondition f: x = 7", NULL, NO, "", false},
    {"condition g: 0 = |x|\ncondition f: x = 7", NULL, NO, "", false},
    {"condition g: 0 = |x|\ncondition f: x = 0", NULL, YES, "", false},
    {"condition g: sqrt(x^2 + y^2) = 0\ncondition f: x = 7", NULL, NO, "", false}, /* its rate has no value there */
    {"condition g: sqrt(x^2 + y^2) = 0\ncondition f: x = 0", NULL, YES, "", false},
    {"condition g: sqrt(x) = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: sqrt(x) + sqrt(y) = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: |x| = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: cbrt(x) = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: acos(x) = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: x^2 + y^2 = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: sqrt(x) = 1\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: sqrt(x^2 + y^2) = 1\ncondition f: x*x' + y*y' = 0", NULL, YES, "", false},
    {"condition g: sqrt(x'^2 + y'^2) = 2*sqrt(x'^2 + y'^2)\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: |x'| = -|y'|\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: |x'| = x' - 1\ncondition f: y' = 3", NULL, YES, "", true},
    {"condition g: sqrt(x'^2 + y'^2) + 1 = 0\ncondition f: y' = 3", NULL, YES, "", true},
    {"condition g: sqrt(x'^2 + y'^2)*z' = 0\ncondition f: z' = 0", NULL, YES, "x' = 0 and y' = 0", false},
    {"condition g: z'/sqrt(x'^2 + y'^2) = 0\ncondition f: x' = 1", NULL, NO, "", false},
    {"condition g: z'/sqrt(x'^2 + y'^2) = 0\ncondition f: z' = 0", NULL, YES, "", false},
    {"condition g: x'/sqrt(x'^2 + y'^2) = 2\ncondition f: z' = 0", NULL, YES, "", true},
    /* sums of squares */
    {"condition g: (x'*z' + y'*a')^2 = (x'^2 + y'^2)*(z'^2 + a'^2)\ncondition f: x'*a' = y'*z'", NULL, YES, "", false},
    {"coord b, c\npoint P = [x, y, z]\npoint Q = [a, b, c]\ncondition g: dot(P', Q')^2 = dot(P', P')*dot(Q', "
     "Q')\ncondition "
     "f: cross(P', Q') = 0",
     NULL, YES, "", false},
    {"coord b, c\npoint P = [x, y, z]\npoint Q = [a, b, c]\ncondition g: |P' + Q'| = |P'| + |Q'|\ncondition f: "
     "cross(P', Q') = "
     "0",
     NULL, YES, "", false},
    {"point P = [x, y]\npoint Q = [z, a]\ncondition g: |P' + Q'| = |P'| + |Q'|\ncondition f: cross(P', Q') = 0", NULL,
     YES, "", false},
    {"point P = [x, y]\npoint Q = [z, a]\ncondition g: |P' + Q'| = |P'| + |Q'|\ncondition f: dot(P', Q') = 0", NULL, NO,
     "", false},
    {"condition g: |x' + y'| = |x'| + |y'|\ncondition f: x'*y' = |x'*y'|", NULL, YES, "", false},
    {"condition g: x'^4 + y'^4 + z'^4 = x'^2*y'^2 + y'^2*z'^2 + z'^2*x'^2\ncondition f: x'^2 = y'^2", NULL, YES, "",
     false},
    {"condition g: x'^2 + y'^2 + z'^2 = x'*y' + y'*z' + z'*x'\ncondition f: x' = z'", NULL, YES, "", false},
    {"condition g: x'^4 + y'^4 = 2*x'^2*y'^2\ncondition f: x'^2 = y'^2", NULL, YES, "", false},
    {"condition g: x^2*x'^2 + y^2*y'^2 + 2*x*y*x'*y' + z'^2 = 0\ncondition f: x*x' + y*y' = 0", NULL, YES, "", false},
    /* where the conclusion has no value */
    {"condition g: x' = 1\ncondition f: sqrt(-1 - y'^2) = 0", NULL, OPEN, "", false},
    {"condition g: y' = 0\ncondition f: y'/y'^2 = 0", NULL, OPEN, "", false},
    {"condition g: x' = -1\ncondition f: sqrt(x')*y' = 0", NULL, OPEN, "", false},
    {"condition g: y' = 0\ncondition f: sqrt(-x'^2)*y' = 0", NULL, YES, "", false},
    {"condition g: |y'|*x' = y'*z'\ncondition f: x' = sign(y')*z'", NULL, NO, "y' = 0", false}, /* sign(0) is 0 */
    {"condition g: sign(x') = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: sqrt(-x'^2)*y' = 0\ncondition f: x' = 0", NULL, YES, "", false}, /* a value at x' = 0 only */
    {"condition g: sqrt(-x'^2) = 0\ncondition f: y' = 1", NULL, NO, "", false},
    /* components */
    {"condition g: x'*y' = 0\ncondition f: x' = 0", NULL, NO, "y' = 0", false},
    {"condition g: x'*y' = 0\ncondition f: x'^2*y' = 0", NULL, YES, "", false},
    {"condition g: x'*y' = 0\ncondition f: x' = y'", NULL, NO, "", false},
    {"condition g: x'^2 = y'^2\ncondition f: x' = y'", NULL, NO, "x' + y' = 0", false},
    {"condition g: x'^2 = 4\ncondition f: x' = 2", NULL, NO, "x' = -2", false},
    {"condition g: x'^2 = 2*y'^2\ncondition f: x' = y'", NULL, NO, "", false},
    {"condition g1: z'*x' = 0\ncondition g2: z'*y' = 0\ncondition f: z' = 0", NULL, YES, "x' = 0 and y' = 0", false},
    {"condition g: x'*y'*z' = 0\ncondition f: x'*y' = 0", NULL, NO, "z' = 0", false},
    {"condition g: x'^2 + y'^2 = 1\ncondition f: x' = 1", NULL, NO, "", false},
    {"condition g: x'^2 + y'^2 = 3\ncondition f: x' = 1", NULL, NO, "", false}, /* no rational point */
    {"condition g: x'^3 = 2*y'^3 + 2*z'^3 + 5\ncondition f: x' = y'", NULL, NO, "", false},
    {"condition g: y'^2 = x'^2*(x' - 1)\ncondition f: x' = 0", NULL, NO, "", false}, /* a point next to a curve */
    {"condition g1: x'^2 + y'^2 = 1\ncondition g2: x' = 2\ncondition f: x' = 1", NULL, YES, "", true},
    {"condition g: x' = y'^2\ncondition f1: x' = y'^2\ncondition f2: x' = 0", NULL, NO, "", false},
    {"condition f: x' = 0", NULL, NO, "", false},
    {"condition g: x'^2 = 2*y'^2\ncondition f: x' = sqrt(2)*y'", NULL, NO, NULL, false},
    /* positions and rates: at most positions there are no exceptions */
    {"condition g: x*y' = 0\ncondition f: y' = 0", NULL, YES, "x = 0", false},
    {"condition g1: x*y' = 0\ncondition g2: x*z' = 0\ncondition f: y' = 0", NULL, YES, "x = 0", false},
    {"condition g: x*(x - 1)*y' = 0\ncondition g2: x'*(x - 1) = 0\ncondition f: y' = 0", NULL, YES, "x = 1 | x = 0",
     false},
    {"condition g: x*(x' - y')*z' = 0\ncondition f: x' = y'", NULL, NO, "x = 0 | z' = 0", false},
    {"condition g: x*(x - 1) = 0\ncondition f: x = 0", NULL, NO, "x = 1", false},
    {"condition g: (x - y)*z' = 0\ncondition g2: x = y\ncondition f: z' = 0", NULL, NO, "", false},
    {"condition g: x^2 + y^2 = 1\ncondition f: x*x' + y*y' = 0", NULL, YES, "", false},
    {"condition g: x = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: x = y\ncondition f: x'^2 = y'^2", NULL, YES, "", false},
    {"condition g: x*y = 0\ncondition f: x'*y' = 0", NULL, YES, "x = 0 and y = 0", false},
    {"condition g: x^2 + y^2 = 0\ncondition f: x = 0", NULL, YES, "", false},
    {"condition g: x*x' + y*y' = 0\ncondition f: x^2 + y^2 = 1", NULL, NO, "", false},
    {"condition g: x'/y' = 1\ncondition f: x' = y'", NULL, YES, "", false},
    {"condition g: x'*y' = 1\ncondition f: 1/x' = y'", NULL, YES, "", false},
    {"condition g: x'*y' = 0\ncondition f: x'/y' = 0", NULL, YES, "y' = 0", false}, /* no value there */
    /* functions */
    {"condition g: x'*sin(a) = y'*cos(a)\ncondition f: a'*(x'*sin(a) - y'*cos(a)) = 0", NULL, YES, "", false},
    {"condition g: a'*(x'*sin(a) - y'*cos(a)) = 0\ncondition f: x'*sin(a) = y'*cos(a)", NULL, NO, "a' = 0", false},
    {"condition g: sin(a)^2 = 1\ncondition f: cos(a) = 0", NULL, YES, "", false},
    {"condition g: sin(a) = 0\ncondition f: cos(a) = 1", NULL, NO, "cos(a) = -1", false},
    {"condition g: sin(a) = 2\ncondition f: x' = 0", NULL, YES, "", true},
    {"condition g: x'*(2 + cos(a)) = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: x'*(3 + sin(a) + cos(x)) = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: sin(a) = 0\ncondition f: a = 0", NULL, NO, "", false},
    {"condition g: exp(x)*y' = 0\ncondition f: y' = 0", NULL, YES, "", false},
    {"condition g: exp(x') = exp(y')\ncondition f: x' = y'", NULL, SEEN, "", false},
    {"condition g: exp(x') = 1\ncondition f: x' = 0", NULL, SEEN, "", false},
    {"condition g: log(x') = log(y')\ncondition f: x' = y'", NULL, SEEN, "", false},
    {"condition g: x' = exp(y')\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: x' = exp(y')\ncondition f: x' = y'", NULL, NO, "", false},
    {"condition g: x' = log(y') + x\ncondition f: x' = x", NULL, NO, "", false},
    {"condition g1: exp(x') = 2\ncondition g2: x' = "
     "0.693147180559945309417232121458176568075500134360255254\ncondition f: y' = 0",
     NULL, OPEN, "", false},
    /* pieces */
    {"condition g: |x'| = |y'|\ncondition f: x'^2 = y'^2", NULL, YES, "", false},
    {"condition g: |x'| = |y'|\ncondition f: x' = y'", NULL, NO, NULL, false},
    {"condition g: x' = |y'|\ncondition f: x'^2 = y'^2", NULL, YES, "", false},
    {"condition g: |x'| + |y'| = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: sqrt(x') + sqrt(y') = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"condition g: sqrt(x') = -1\ncondition f: x' = 0", NULL, YES, "", true},
    {"condition g: x'^4 = 2*y'^4\ncondition f: x'^2 = sqrt(2)*y'^2", NULL, YES, "", false},
    {"condition g: sinh(x') = 0\ncondition f: x' = 0", NULL, SEEN, "", false},
    {"condition g1: x = 0\ncondition g2: x^y' = 0\ncondition f: z' = 0", NULL, NO, "", false},
    {"condition g: if(x < 0, x', y') = 0\ncondition f: x'*y' = 0", NULL, OPEN, "", false},
    {"condition g: if(x < 0, x', y') = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"condition g: if(x < 1000, x', y') = 0\ncondition f: x' = 0", NULL, OPEN, "", false},
    {"condition g: x' = max(y', z')\ncondition f: (x' - y')*(x' - z') = 0", NULL, YES, "", false},
    {"condition g: x' = sign(y')*z'\ncondition f: x' = z'", NULL, NO, NULL, false},
    /* parameters */
    {"param c\ncondition g: c*x' = 0\ncondition f: x' = 0", NULL, YES, "but for c = 0", false},
    {"param c = 2\ncondition g: c*x' = 0\ncondition f: x' = 0", NULL, YES, "but for c = 0", false},
    {"param c = 2\nassume c > 0\ncondition g: c*x' = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"param c = 2\ncondition g: x' = y'/c\ncondition f: y' = c*x'", NULL, YES, "", false},
    {"param c = 2, b = 3\ncondition g: (c - b)*x' = 0\ncondition f: x' = 0", NULL, YES, "but for c - b = 0", false},
    {"param c = 2\ncondition g: x'^2 + c*y'^2 = 0\ncondition f: x' = 0", NULL, SEEN, "", false},
    {"param c = 2\ncondition g: x'^2 + c^2*y'^2 = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"param c = 2\ncondition g: x'^2 + c^2*y'^2 = 0\ncondition f: y' = 0", NULL, YES, "but for c = 0", false},
    {"param c = 2\ncondition g: |x'| = c*|y'|\ncondition f: x'^2 = c^2*y'^2", NULL, YES, "", false},
    {"param c = 2\ncondition g: sqrt(c*x') = y'\ncondition f: c*x' = y'^2", NULL, YES, "", false},
    {"param c = 2\ncondition g: x'^2 = c^2*y'^2\ncondition g2: x'*y' = |x'*y'|\ncondition f: x' = c*y'", NULL, SEEN, "",
     false},
    {"param c = 2\ncondition g: c*x' = 0\ncondition f: x' = 0", "c=0", NO, "", false},
    {"param c = 1\ncondition g: x' = c*y'\ncondition f: x' = y'", NULL, SEEN, "", false},
    {"param c = 1\ncondition g: x' = c*y'\ncondition f: x' = y'", "c=2", NO, "", false},
    {"param c\ncondition g: x' = c*y'\ncondition f: x' = y'", NULL, NO, "", false},
    {"param c = 4\ncondition g: x'^2 = c*y'^2\ncondition f: x' = 2*y'", NULL, NO, "x' + 2*y' = 0", false},
    {"param c = 3\ncondition g: x'^2 = c^2\ncondition f: x' = c", NULL, NO, "x' = -3", false},
    {"param c = 0\ncondition g: x'^2 + c*y'^2 = 0\ncondition f: y' = 0", NULL, NO, "", false},
    {"param c = 1, b = c - 1\ncondition g: b*x' + y' = 0\ncondition f: y' = 0", NULL, SEEN, "", false},
    /* numbers: what is not known to be 0 or not is not divided by */
    {"condition g1: x' = log(4)*y'\ncondition g2: x' = 2*log(2)*y'\ncondition f: x' = log(4)*y'", NULL, YES, "", false},
    {"condition g1: x' = log(4)*y'\ncondition g2: x' = log(3)*y'\ncondition f: y' = 0", NULL, YES, "", false},
    {"condition g1: x'*y' = log(6) - log(2)\ncondition g2: x' = 0\ncondition f: y = 7", NULL, YES, "", true},
    {"condition g: (pi^2 - 9)*x*y' = 0\ncondition f: y' = 0", NULL, YES, "x = 0", false},
    {"condition g1: x' = log(4)*y'\ncondition g2: x' = 2*log(2)*y'\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"condition g1: x' = 2^sqrt(2)*y'\ncondition g2: x' = exp(sqrt(2)*log(2))*y'\ncondition f: y' = 0", NULL, OPEN, "",
     false},
    {"condition g1: x'*y' = 3^log(2) - 2^log(3)\ncondition g2: x' = 0\ncondition f: y = 7", NULL, OPEN, "", false},
    {"condition g: (asin(sin(2)) - pi + 2)*x' = 0\ncondition f: x' = 0", NULL, OPEN, "", false},
    {"condition g1: x = log(4)\ncondition g2: x = 2*log(2)\ncondition f: y = 7", NULL, OPEN, "", false},
    {"condition g: x' = 0\ncondition f: x'/(log(4) - 2*log(2)) = 0", NULL, OPEN, "", false},
    {"condition g: x'/(log(4) - 2*log(2)) = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"param c = 2\ncondition g: (log(c^2) - 2*log(c))*y' = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"param c\ncondition g: (log(2*c) - log(2) - log(c))*y' = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"param c\ncondition g1: x' = atan(c)*y'\ncondition g2: x' = (pi/2 - atan(1/c))*y'\ncondition f: y' = 0", NULL,
     OPEN, "", false},
    {"param c = 2\ncondition g: log(c)*y' = 0\ncondition f: y' = 0", NULL, YES, "but for log(c) = 0", false},
    /* exceptions that are open sets are none */
    {"condition g: if(x > 0, 1, 0)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g1: if(x > 0, 0, x)*z' = 0\ncondition g2: if(x > 0, 0, y)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "",
     false},
    {"condition g: if(t > 0, 0, 1)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: log(1 + max(x, 0))*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: atan(|x| - x)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: atan2(0, x)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: (atan2(y, x) + atan2(-y, x))*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: (atan2(y, x) - atan(y/x))*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: (atan2(y, x) + atan2(x, y) - pi/2)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: (acos(x/sqrt(x^2 + y^2)) - atan2(y, x))*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: ((x^2)^t - x^(2*t))*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: (atan(x) + atan(1/x) - pi/2)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: (asin(sin(x)) - x)*z' = 0\ncondition f: z' = 0", NULL, OPEN, "", false},
    {"condition g: log(x)*z' = 0\ncondition f: z' = 0", NULL, YES, "log(x) = 0", false},
    {"condition g: log(x^2 + y^2)*z' = 0\ncondition f: z' = 0", NULL, YES, "log(x^2 + y^2) = 0", false},
    {"condition g: asin(x)*z' = 0\ncondition f: z' = 0", NULL, YES, "asin(x) = 0", false},
    {"condition g: atan2(y, x)*z' = 0\ncondition f: z' = 0", NULL, YES, "atan2(y, x) = 0", false},
    {"condition g: atan(y/x)*z' = 0\ncondition f: z' = 0", NULL, YES, "atan(y/x) = 0", false},
    {"condition g: max(x, y)*z' = 0\ncondition f: z' = 0", NULL, YES, NULL, false},
    /* time */
    {"condition g: t*x' = 0\ncondition f: x' = 0", NULL, YES, "t = 0", false},
    {"condition g: x' = t\ncondition f: x'^2 = t^2", NULL, YES, "", false},
    {"condition g: sin(t)*x' = 0\ncondition f: x' = 0", NULL, YES, "sin(t) = 0", false},
    {"condition g: x = t^2\ncondition f: x' = 2*t", NULL, YES, "", false},
    {"condition g: x = t^2\ncondition f: x' = 2", NULL, NO, "", false},
    {"function C(t)\ncondition g: C(t)*x' = 0\ncondition f: x'^2*C(t) = 0", NULL, YES, "", false},
    /* equality in the inequalities of Cauchy-Schwarz and of the triangle; a rod of given length, [Simple] Example 6 */
    {"condition g: (x*y + z*a)^2 = (x^2 + z^2)*(y^2 + a^2)\ncondition f: x*a = z*y", NULL, YES, "", false},
    {"condition g: sqrt((x + y)^2 + (z + a)^2) = sqrt(x^2 + z^2) + sqrt(y^2 + a^2)\n"
     "condition f: x*a = z*y",
     NULL, YES, "", false},
    {"condition g1: sqrt((x - z)^2 + (y - a)^2) = 1 + t^2\ncondition g2: (x + z)'*(y - a) = (y + a)'*(x - z)\n"
     "condition f: x'^2 + y'^2 = z'^2 + a'^2",
     NULL, NO, "", false},
    /* equal values of functions without a body, and values that need not be equal */
    {"function C(s)\ncondition g: x = y\ncondition f: C(x) = C(y)", NULL, YES, "", false},
    {"function C(s)\ncondition g: x = y\ncondition f: C(x + C(y)*z) = C(y + C(x)*z)", NULL, YES, "", false},
    {"function C(s, r)\ncondition g: x = y\ncondition g2: z = x\ncondition f: C(x, z) = C(y, y)", NULL, YES, "", false},
    {"function C(s, r)\ncondition g: x = y\ncondition f: C(x, z) = C(y, a)", NULL, OPEN, "", false},
    {"function C(s)\ncondition g: x^2 + y^2 = 0\ncondition f: C(x) = C(y)", NULL, YES, "", false},
    {"function C(s)\ncondition g: x^2 = y^2\ncondition f: C(x) = C(y)", NULL, OPEN, "", false},
    {"function C(s)\ncondition g: x^2 = y^2\ncondition f: C(x^2 + z) = C(y^2 + z)", NULL, YES, "", false},
    {"function C(s)\ncondition g: C(x) = C(y)\ncondition f: x = y", NULL, OPEN, "", false},
    {"function C(s)\nfunction D(s)\ncondition g: x = y\ncondition f: C(x) = D(y)", NULL, OPEN, "", false},
    /* values of functions without a body: any numbers */
    {"function C(s)\ncondition g: C(0)*y' = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"function C(s)\ncondition g: C(2)*y' = C(1)*y'\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"function C(s)\ncondition g1: x' = C(1)\ncondition g2: x' = 0\ncondition f: y = 7", NULL, OPEN, "", false},
    {"function C(s)\ncondition g: C'(0)*y' = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"function C(s)\nparam c = 2\ncondition g: C(c)*y' = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"function C(s)\nparam c\ncondition g: C(c)*y' = 0\ncondition f: y' = 0", NULL, OPEN, "", false},
    {"function C(s)\ncondition g: (1 + C(0)^2)*y' = 0\ncondition f: y' = 0", NULL, YES, "", false},
    {"function C(s)\ncondition g1: x' = C(1)*y'\ncondition g2: z' = C(1)*y'\ncondition f: x' = z'", NULL, YES, "",
     false},
    /* assumptions */
    {"assume x' > 0\ncondition g: x'^2 = 1\ncondition f: x' = 1", NULL, YES, "", false},
    {"assume y' != 0\ncondition g: x'*y' = 0\ncondition f: x' = 0", NULL, YES, "", false},
    {"assume x' > 0\ncondition g: x'*y' = 0\ncondition f: x' = 0", NULL, NO, "", false},
    {"assume x'^2 + y'^2 > 0\ncondition g: (x'^2 + y'^2)*z' = 0\ncondition f: z' = 0", NULL, YES, "", false},
    {"assume x' < 0\ncondition g: x' = 0\ncondition f: z' = 0", NULL, YES, "", true},
    {"assume x' >= 1\ncondition g: x'*(x' - 1) = 0\ncondition f: x' = 1", NULL, YES, "", false},
    {"assume y' >= 0\ncondition g: x'*y' = 0\ncondition f: x' = 0", NULL, NO, "y' = 0", false},
    {"assume x'*y' > 0\ncondition g: x'^2 = y'^2\ncondition f: x' = y'", NULL, YES, "", false},
    {"assume x' > 0, y' > 0\ncondition g: x'^2 = y'^2\ncondition f: x' = y'", NULL, YES, "", false},
    {"assume x' >= 0, y' >= 0\ncondition g: x'^2 = y'^2\ncondition f: x' = y'", NULL, YES, "", false},
    {"assume x' > 0\ncondition g: x' + |y'| = 0\ncondition f: x' = 7", NULL, YES, "", true},
    {"assume x' > 0\ncondition g: (x' - y')*(x' + |y'|) = 0\ncondition f: x' = y'", NULL, YES, "", false},
    {"condition g: exp(x') = 0\ncondition f: x' = 1", NULL, YES, "", true},
    /* contradictions */
    {"condition g1: x' = 1\ncondition g2: x' = 2\ncondition f: y' = 5", NULL, YES, "", true},
    {"condition g1: x'*y' = 1\ncondition g2: x' = 0\ncondition f: z' = 0", NULL, YES, "", true},
    /* points, bodies */
    {"coord b\npoint P = [x, y]\npoint Q = [z, b]\ncondition g: cross(P', Q') = 0\ncondition f: dot(P', Q')^2 = "
     "dot(P', P')*dot(Q', Q')",
     NULL, YES, "", false},
    {"coord b\npoint P = [x, y]\npoint Q = [z, b]\ncondition g: P' = Q'\ncondition f: dot(P', P') = dot(Q', Q')", NULL,
     YES, "", false},
    {"coord b\npoint P = [x, y]\npoint Q = [z, b]\ncondition g: dot(P', P')*dot(Q', Q') = 0\ncondition f: P' = 0", NULL,
     NO, "Q' = 0", false},
    {"coord b, c, d\nbody B { rotation quaternion(a, b, c, d), mass 1, inertia diag(1, 2, 3) }\ncondition f: a*a' + "
     "b*b' + "
     "c*c' + d*d' = 0",
     NULL, YES, "", false},
    {"coord b, c, d\nbody B { rotation quaternion(a, b, c, d), mass 1, inertia diag(1, 2, 3) }\ncondition g: x' = "
     "0\ncondition f: a*a' + b*b' + c*c' + d*d' = 0",
     NULL, YES, "", false},
    {"const N = 20\ncoord u[1..N], v[1..N]\npoint P[i=1..N] = [u[i], v[i]]\ncondition g1: dot(P[3]', P[17]') = "
     "0\ncondition g2: dot(P[17]', P[20]') = 0\ncondition f: cross(P[3]', P[20]') = 0",
     NULL, NO, "P[17]' = 0", false},
};

/* Names of the rows that begin with the letter; NULL when there are none. */
static const char *names_of(nh_arena *arena, const nh_model *model, char letter) {
    nh_text text = nh_text_begin(arena);
    bool has_names = false;
    for (size_t i = 0; i < model->rows.count; i++) {
        const char *name = nh_name_text(model->context, model->rows.items[i].name);
        if (name[0] != letter) continue;
        nh_text_format(&text, "%s%s", has_names ? "," : "", name);
        has_names = true;
    }
    return has_names ? nh_text_string(&text) : NULL;
}

static const char *exceptions_of(nh_arena *arena, const nh_implication *found) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < found->info.exceptions; i++)
        nh_text_format(&text, "%s%s", i > 0 ? " | " : "", found->exceptions[i].text);
    if (found->info.but_for != NULL) nh_text_format(&text, "but for %s", found->info.but_for);
    return nh_text_string(&text);
}

static void check_states(nh_model *model, const nh_implication *found, const char *what) {
    const nh_implies_info *info = &found->info;
    if (info->witness != NULL) implication_check_witness(model, info->witness, info->residual, what);
    for (size_t i = 0; i < info->exceptions; i++) {
        const nh_implies_exception *item = &found->exceptions[i];
        assert_true((item->fails.truth == NH_YES) == (item->witness != NULL));
        if (item->witness != NULL) implication_check_witness(model, item->witness, item->residual, what);
    }
}

/* Whether it is as expected. */
static bool check(nh_context *context, const expected *x) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "coord x, y, z, a\n%s\n", x->text);
    nh_model *model = implication_model(context, nh_text_string(&text), (nh_strings){&x->set, x->set != NULL});
    asked_rows rows = {names_of(arena, model, 'g'), names_of(arena, model, 'f')};
    const nh_implication *found = implication_ask(arena, model, rows);
    const char *exceptions = exceptions_of(arena, found);
    bool is_elsewhere = x->implied == NH_NO && (x->exceptions == NULL || x->exceptions[0] != '\0');
    bool is_right = found->info.implied.truth == x->implied && found->info.implied.by == x->by;
    is_right = is_right && (x->exceptions == NULL || strcmp(exceptions, x->exceptions) == 0);
    is_right = is_right && x->is_empty == found->info.is_empty;
    is_right = is_right && (found->info.elsewhere.truth == NH_YES) == is_elsewhere;
    if (!is_right)
        print_error("%s: %d by %d, '%s', empty %d, elsewhere %d (%s)\n", x->text, (int)found->info.implied.truth,
                    (int)found->info.implied.by, exceptions, found->info.is_empty, (int)found->info.elsewhere.truth,
                    found->info.why != NULL ? found->info.why : "");
    check_states(model, found, x->text);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
    return is_right;
}

/* What a row needs, as it was written: its canonical form has values in more places. */
PROTECTED_TEST(test_values) {
    static const char text[] = "coord x, y\ncondition a: y' = 0\ncondition b: x' = 0\ncondition at: x = 0\n"
                               "condition below: x = -1\ncondition one: y'/y' = 1\ncondition half: x/x*y' = 0\n"
                               "condition square: sqrt(x)^2 = y\ncondition same: exp(log(x)) = x\n"
                               "condition side: |x| = x\n";
    static const struct {
        const char *given, *then;
        nh_truth implied;
        bool is_valueless, is_empty;
    } cases[] = {
        {"a", "one", NH_UNKNOWN, true, false},    {"b", "one", NH_YES, false, false},
        {"at", "same", NH_UNKNOWN, true, false},  {"below", "same", NH_UNKNOWN, true, false},
        {"b", "same", NH_YES, false, false},      {"below", "square", NH_UNKNOWN, true, false},
        {"half", "a", NH_YES, false, false},      {"half,at", "a", NH_YES, false, true},
        {"one,a", "b", NH_YES, false, true},      {"square", "side", NH_YES, false, false},
        {"same,below", "b", NH_YES, false, true}, {"one", "b", NH_NO, false, false},
    };
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = implication_model(context, text, (nh_strings){0});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const nh_implies_info *info = &implication_ask(arena, model, (asked_rows){cases[i].given, cases[i].then})->info;
        bool is_right = info->implied.truth == cases[i].implied && info->is_valueless == cases[i].is_valueless &&
                        info->is_empty == cases[i].is_empty;
        if (!is_right)
            fail_msg("%s => %s: %d, valueless %d, empty %d", cases[i].given, cases[i].then, (int)info->implied.truth,
                     info->is_valueless, info->is_empty);
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* What is seen with some numbers for parameters that have none says which. */
PROTECTED_TEST(test_numbers) {
    static const char text[] = "param a, b\ncoord x, y\ncondition g: exp(b*x') = exp(y')\ncondition f: b*x' = y'\n";
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = implication_model(context, text, (nh_strings){0});
    const nh_implies_info *info = &implication_ask(arena, model, (asked_rows){"g", "f"})->info;
    assert_int_equal(info->implied.by, NH_EVIDENCE_CERTIFIED);
    assert_true(strstr(info->why, "b = 3") != NULL && strstr(info->why, "a = ") == NULL);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_table) {
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) wrong += !check(context, &table[i]);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
