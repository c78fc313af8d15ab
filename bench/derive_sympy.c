/* Deriving accelerations, unsimplified: the rolling disc of [Examples] 5.6 and the unicycle of [Rheonomous] 3.3,
 * against SymPy's LagrangesMethod and KanesMethod (peers/sympy_derive.py), of which the faster counts. On both sides
 * time goes from the model as objects to the accelerations as expressions; evaluating them, so that they can be
 * compared, is not counted. Time is as in algebra.c. */
#include "bench.h"
#include "derivation.h"
#include "derive.h"
#include "disc.h"
#include "sympy.h"

/* The accelerations of the coordinates that the rows leave free, which are the last ones in both
 * systems, are compared. */
static sympy_answer ask(const derivation *own, const char *task) {
    sympy_answer answer = sympy_fastest("sympy_derive.py", task, derivation_count(own), own->numbers);
    sympy_check(&answer, own->n - own->rows, own->x + own->rows);
    return answer;
}

static void tell(const char *method, const sympy_answer *answer) {
    bench_note("    SymPy's %s: %s%.3f s", method, answer->is_stopped ? "more than " : "", answer->seconds);
}

static void compare(const char *what, const char *text, const char *by_lagrange, const char *by_kane) {
    derivation own = {.text = text, .way = DERIVATION_PLAIN}, library = {.text = text, .way = DERIVATION_LIBRARY};
    if (!derivation_time(&own) || !derivation_time(&library)) return;
    sympy_answer lagrange = ask(&own, by_lagrange), kane = ask(&own, by_kane);
    const char *missing = lagrange.missing[0] != 0 ? lagrange.missing : kane.missing;
    if (missing[0] != 0) {
        bench_not_measured(what, missing);
        return;
    }
    double peer = kane.seconds < lagrange.seconds ? kane.seconds : lagrange.seconds;
    bench_line(what, peer / own.seconds, ">=", 1000);
    tell("LagrangesMethod", &lagrange);
    tell("KanesMethod", &kane);
    bench_note("    ours %.3f ms; with the library's derivation, which tidies, to numbers: %.3f ms, ratio %.3g",
               1e3 * own.seconds, 1e3 * library.seconds, peer / library.seconds);
}

void derive_sympy(void) {
    const nh_builtin *unicycle = nh_builtin_find("unicycle");
    compare("disc derived and solved, unsimplified, the faster of SymPy's methods / ours", disc_text, "lagrange disc",
            "kane disc");
    if (unicycle != NULL)
        compare("the same for the unicycle with rider", unicycle->text, "lagrange unicycle", "kane unicycle");
}
