/* nonholo derive: the equations of motion, as a paper would print them. */
#include <string.h>

#include "session/session.h"

/* ---- the command line ---- */

/* C is not a derivation but an export, and has a number next to those of derivations. */
enum { AS_C = NH_DERIVE_CLAIMS + 1 };

static bool read_word(const options *given, int *as) {
    static const char *const words[] = {[NH_DERIVE_TEXT] = "text",
                                        [NH_DERIVE_LATEX] = "latex",
                                        [NH_DERIVE_JSON] = "json",
                                        [NH_DERIVE_CLAIMS] = "claims",
                                        [AS_C] = "c"};
    const char *word = option_value(given, OPTION_AS);
    *as = has_option(given, OPTION_JSON) ? NH_DERIVE_JSON : NH_DERIVE_TEXT;
    if (word == NULL) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i] == NULL || strcmp(word, words[i]) != 0) continue;
        if (*as == NH_DERIVE_JSON && i != NH_DERIVE_JSON) {
            complain("--json and --as %s contradict each other", word);
            return false;
        }
        *as = (int)i;
        return true;
    }
    complain("--as needs text, latex, json, c or claims, not '%s'", word);
    return false;
}

static bool read_format(const options *given, int *as) {
    if (!read_word(given, as)) return false;
    if (!has_option(given, OPTION_STANDALONE)) return true;
    if (*as != NH_DERIVE_LATEX) {
        complain("--standalone needs --as latex");
        return false;
    }
    *as = NH_DERIVE_STANDALONE;
    return true;
}

/* C and claims are of one formulation: of several the functions and abbreviations would have the same names. */
static bool is_single_form(const char *form, int as) {
    bool is_single = as == AS_C || as == NH_DERIVE_CLAIMS;
    if (!is_single || form == NULL || strcmp(form, "all") != 0) return true;
    complain("--as %s needs one formulation, not all", as == AS_C ? "c" : "claims");
    return false;
}

/* ---- the command ---- */

/* What is printed is in the text's owner, of which one is made. */
typedef struct printed {
    nh_derive *derivation;
    nh_export *file;
    const char *text;
} printed;

static nh_status print_derivation(const session *s, nh_derive_as as, printed *p) {
    nh_derive_def def = nh_default_derive();
    def.form = option_value(s->given, OPTION_FORM);
    def.seed = s->given->seed;
    def.components = has_option(s->given, OPTION_COMPONENTS) || as == NH_DERIVE_JSON || as == NH_DERIVE_CLAIMS;
    nh_status got = nh_derive_make(s->model, &def, &p->derivation);
    return got == NH_OK ? nh_derive_print(p->derivation, as, &p->text) : got;
}

static nh_status print_code(const session *s, printed *p) {
    nh_export_def def = nh_default_export();
    def.form = option_value(s->given, OPTION_FORM);
    def.seed = s->given->seed;
    nh_status got = nh_export_make(s->model, &def, &p->file);
    p->text = nh_export_text(p->file);
    return got;
}

static exit_status derive_forms(session *s, int as) {
    printed p = {0};
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = as == AS_C ? print_code(s, &p) : print_derivation(s, (nh_derive_as)as, &p);
    status = session_show(s, got, p.text);
    nh_export_destroy(p.file);
    nh_derive_destroy(p.derivation);
    return status;
}

exit_status run_derive(const options *given) {
    int as;
    if (!read_format(given, &as) || !is_single_form(option_value(given, OPTION_FORM), as)) return EXIT_USAGE;
    session s = {0};
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = derive_forms(&s, as);
    session_close(&s);
    return status;
}
