/* nonholo derive: the equations of motion, as a paper would print them. */
#include <string.h>

#include "session/output.h"
#include "session/progress.h"
#include "session/session.h"

/* ---- the command line ---- */

static bool read_word(const options *given, nh_derive_as *as) {
    static const char *const words[] = {[NH_DERIVE_TEXT] = "text",
                                        [NH_DERIVE_LATEX] = "latex",
                                        [NH_DERIVE_JSON] = "json",
                                        [NH_DERIVE_C] = "c",
                                        [NH_DERIVE_CLAIMS] = "claims"};
    const char *word = option_value(given, OPTION_AS);
    *as = has_option(given, OPTION_JSON) ? NH_DERIVE_JSON : NH_DERIVE_TEXT;
    if (word == NULL) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i] == NULL || strcmp(word, words[i]) != 0) continue;
        if (*as == NH_DERIVE_JSON && i != NH_DERIVE_JSON) {
            complain("--json and --as %s contradict each other", word);
            return false;
        }
        *as = (nh_derive_as)i;
        return true;
    }
    complain("--as needs text, latex, json, c or claims, not '%s'", word);
    return false;
}

static bool read_format(const options *given, nh_derive_as *as) {
    if (!read_word(given, as)) return false;
    if (!has_option(given, OPTION_STANDALONE)) return true;
    if (*as != NH_DERIVE_LATEX) {
        complain("--standalone goes with --as latex");
        return false;
    }
    *as = NH_DERIVE_STANDALONE;
    return true;
}

/* C and claims are of one formulation: of several the functions and abbreviations would have the same names. */
static bool is_single_form(const nh_derive_def *def, nh_derive_as as) {
    bool is_single = as == NH_DERIVE_C || as == NH_DERIVE_CLAIMS;
    if (!is_single || def->form == NULL || strcmp(def->form, "all") != 0) return true;
    complain("--as %s needs one formulation, not all", as == NH_DERIVE_C ? "c" : "claims");
    return false;
}

/* ---- the command ---- */

static exit_status derive_forms(session *s, const nh_derive_def *def, nh_derive_as as, nh_derive **derivation) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_derive_make(s->model, def, derivation);
    if (got == NH_OK) got = nh_derive_print(*derivation, as, &text);
    clear_progress();
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    return write_text(s->given, text);
}

exit_status run_derive(const options *given) {
    nh_derive_def def = nh_default_derive();
    nh_derive_as as;
    nh_derive *derivation = NULL;
    def.form = option_value(given, OPTION_FORM);
    def.seed = given->seed;
    if (!read_format(given, &as) || !is_single_form(&def, as)) return EXIT_USAGE;
    def.is_code = as == NH_DERIVE_C;
    session s = {0};
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = derive_forms(&s, &def, as, &derivation);
    nh_derive_destroy(derivation);
    session_close(&s);
    return status;
}
