#include "options/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

/* Whether it is the name of a formulation that has settings, without any. */
static bool has_settings(const char *name) {
    nh_formulation found;
    return nh_formulation_find(name, &found) == NH_OK && found.has_settings && strcmp(found.name, name) == 0;
}

/* The names of a list a,b with the settings after each that has some; NULL: none has. */
static char *with_settings(const char *names, const char *variant, const char *omega) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = need(open_memstream(&text, &size));
    bool is_there = false;
    for (const char *at = names;; at++) {
        size_t length = strcspn(at, ",");
        char *name = need(strndup(at, length));
        bool is_meant = has_settings(name);
        fputs(name, to);
        if (is_meant && *variant != '\0') fprintf(to, ":%s", variant);
        if (is_meant && *omega != '\0') fprintf(to, ":%s", omega);
        free(name);
        is_there |= is_meant;
        at += length;
        if (*at == '\0') break;
        fputc(',', to);
    }
    if (fclose(to) != 0) (void)need(NULL);
    if (is_there) return text;
    free(text);
    return NULL;
}

/* The last of the lists that has the name: one is enough, since it would be the same twice. */
static bool join_to(options *given, option which, const char *variant, const char *omega) {
    values *list = &given->of[which];
    for (size_t i = list->count; i-- > 0;) {
        char *joined = with_settings(list->items[i], variant, omega);
        if (joined == NULL) continue;
        list->items[i] = given->joined = joined;
        return true;
    }
    return false;
}

static const char *setting_text(const options *given, option which) {
    const char *value = option_value(given, which);
    return value != NULL ? value : "";
}

/* The library takes variants and matrices in any order: which of the options a word belongs to is seen here. What is no
 * word at all it says itself. */
static bool is_variant(const char *word) {
    static const char *const variants[] = {"algebraic", "variational", "imposed"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(word, variants[i]) == 0) return true;
    return false;
}

static bool are_in_place(const char *variant, const char *omega) {
    if (*variant != '\0' && !is_variant(variant))
        complain("--variant is algebraic, variational or imposed, not '%s'", variant);
    else if (is_variant(omega) || strchr(omega, ':') != NULL)
        complain("--omega is a transposition matrix (model, zero, least, least60, kernel, kernel60, mass), not '%s'",
                 omega);
    else return true;
    return false;
}

bool join_settings(options *given) {
    bool has_some = has_option(given, OPTION_VARIANT) || has_option(given, OPTION_OMEGA);
    const command *asked = find_command(given->command_name);
    bool has_forms = (asked->options & (OPTION_BIT(FORM) | OPTION_BIT(FORMS))) != 0; /* else the command reads them */
    if (!has_some || !has_forms) return true;
    const char *variant = setting_text(given, OPTION_VARIANT), *omega = setting_text(given, OPTION_OMEGA);
    if (!are_in_place(variant, omega)) return false;
    if (join_to(given, OPTION_FORM, variant, omega) || join_to(given, OPTION_FORMS, variant, omega)) return true;
    nh_formulation owner = {.name = ""};
    for (size_t i = 0; nh_formulation_at(i, &owner) == NH_OK && !owner.has_settings;) i++;
    complain("%s needs the formulation '%s' to be named, without settings after its name",
             *variant ? "--variant" : "--omega", owner.name);
    return false;
}
