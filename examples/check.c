/* What is known about a model: its degrees of freedom, its redundant constraints, its explicit form, whether the energy
 * is conserved.
 *
 *     cc check.c -o check $(pkg-config --cflags --libs nonholo)
 *     ./check disc.nh */
#include <nonholo/check.h>
#include <nonholo/nonholo.h>

#include <stdio.h>

static const char *const answers[] = {[NH_NO] = "no", [NH_YES] = "yes", [NH_UNKNOWN] = "unknown"};

static void print_degrees_of_freedom(nh_model *model, const nh_check_info *info) {
    nh_model_info about;
    if (nh_model_get_info(model, &about) != NH_OK) return;
    if (info->m.by == NH_EVIDENCE_NONE) printf("%s: degrees of freedom unknown\n", about.title);
    else printf("%s: %zu degrees of freedom (%s)\n", about.title, info->m.value, nh_evidence_name(info->m.by));
}

static void print_redundant(const nh_check *check) {
    nh_check_row row;
    for (size_t i = 0; i < nh_check_row_count(check); i++)
        if (nh_check_get_row(check, i, &row) == NH_OK && row.redundant.truth == NH_YES)
            printf("%s is redundant\n", row.name);
}

static void print_explicit_form(const nh_check *check, const nh_check_info *info) {
    nh_check_dependent d;
    for (size_t i = 0; i < info->dependent; i++)
        if (nh_check_get_dependent(check, i, &d) == NH_OK && d.alpha != NULL) printf("%s = %s\n", d.name, d.alpha);
}

static nh_status check_file(nh_context *context, const char *path) {
    nh_read_def how = nh_default_read();
    nh_check_def def = nh_default_check();
    nh_model *model = NULL;
    nh_check *check = NULL;
    nh_status status = nh_model_read_file(context, &how, path, &model);
    if (status == NH_OK) status = nh_check_make(model, &def, &check);
    if (status == NH_OK) {
        nh_check_info info = nh_check_get_info(check);
        nh_fact energy = info.energy_conserved;
        print_degrees_of_freedom(model, &info);
        print_redundant(check);
        print_explicit_form(check, &info);
        printf("energy conserved: %s (%s)\n", answers[energy.truth], nh_evidence_name(energy.by));
    }
    nh_check_destroy(check);
    nh_model_destroy(model);
    return status;
}

int main(int count, char **words) {
    if (count != 2) {
        fprintf(stderr, "usage: check FILE.nh\n");
        return 2;
    }
    nh_context_def def = nh_default_context();
    nh_context *context = NULL;
    nh_status status = nh_context_create(&def, &context);
    if (status == NH_OK) status = check_file(context, words[1]);
    for (size_t i = 0; status != NH_OK && i < nh_context_diag_count(context); i++)
        fprintf(stderr, "%s\n", nh_context_diag(context, i)->sentence);
    nh_context_destroy(context);
    return status != NH_OK;
}
