/* A tape as a C file: the kernels, the functions of the parts, and around them the functions that the caller sees. */
#include "tape/native/print_c.h"

#include <inttypes.h>

#include <nonholo/version.h>

#include "base/assert.h"
#include "tape/native/print_c_private.h"

#define WORDS(x) WORDS_OF(x)
#define WORDS_OF(x) #x
#define VERSION WORDS(NH_VERSION_MAJOR) "." WORDS(NH_VERSION_MINOR) "." WORDS(NH_VERSION_PATCH)

/* The lines of tape/kernels.h, with a NULL after them; made by the build. */
extern const char *const nh_kernels_text[];

nh_print_c_def nh_default_print_c(void) {
    return (nh_print_c_def){.prefix = "tape"};
}

/* ---- comments ---- */

/* Text inside a comment: nothing in it may begin or end one, or be a trigraph. */
static void add_commented(nh_text *text, const char *string) {
    for (const char *c = string; *c != '\0'; c++) {
        bool apart = (c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*') || (c[0] == '?' && c[1] == '?');
        nh_text_add_char(text, (unsigned char)*c < ' ' ? ' ' : *c);
        if (apart) nh_text_add_char(text, ' ');
    }
}

static void list_names(nh_text *text, const char *what, char array, uint32_t count, const char *const *names) {
    if (names == NULL || count == 0) return;
    nh_text_format(text, " *\n * %s:\n", what);
    for (uint32_t i = 0; i < count; i++) {
        nh_text_format(text, " *   %c[%" PRIu32 "]  ", array, i);
        add_commented(text, names[i]);
        nh_text_add_char(text, '\n');
    }
}

static void print_usage(nh_print_c *print) {
    const char *prefix = print->def->prefix;
    nh_text *text = print->text;
    nh_text_format(
        text,
        " *\n"
        " *     double work[N];                        // N as %s_work() says\n"
        " *     %s_begin(parameters, work);        // once, and whenever the parameters change\n"
        " *     %s_run(inputs, outputs, work);     // as often as wanted\n"
        " *\n"
        " * Nothing is allocated and nothing is kept between calls, so several threads may call, each with its work.\n"
        " * Outputs must not overlap inputs or work. Compile with -ffp-contract=off, so that every compiler rounds\n"
        " * alike, with -march=native or the like for speed, and link with -lm.\n",
        prefix, prefix, prefix);
    if (!print->def->lanes) return;
    nh_text_format(
        text,
        " *\n"
        " * The functions whose names end with _lanes do the same for %d evaluations side by side: value i of lane l "
        "is at\n"
        " * [i * stride + l], stride >= %d. Their work has %s_work_lanes() doubles; align it to 64 bytes for speed.\n",
        NH_PRINT_C_LANES, NH_PRINT_C_LANES, prefix);
}

static void print_title(nh_print_c *print) {
    const nh_tape *tape = print->tape;
    const nh_print_c_def *def = print->def;
    if (!def->document) return;
    nh_text_add(print->text, "/* ");
    add_commented(print->text, def->prefix);
    nh_text_format(print->text, ": %" PRIu32 " outputs from %" PRIu32 " inputs and %" PRIu32 " parameters.\n",
                   tape->outputs, tape->inputs, tape->parameters);
    print_usage(print);
    list_names(print->text, "Parameters", 'p', tape->parameters, def->parameter_names);
    list_names(print->text, "Inputs", 'x', tape->inputs, def->input_names);
    list_names(print->text, "Outputs", 'y', tape->outputs, def->output_names);
    nh_text_add(print->text, " *\n * Written by nonholo " VERSION ". */\n");
}

static void print_heading(nh_print_c *print, const char *heading) {
    if (print->def->document) nh_text_format(print->text, "/* ---- %s ---- */\n\n", heading);
}

/* ---- what the caller sees ---- */

/* "begin(const double *parameters, double *work" and the like; the lanes have their stride too. */
static void add_signature(nh_print_c *print, const char *name, const char *arguments) {
    nh_text_format(print->text, "void %s_%s%s(%s, double *work%s)", print->def->prefix, name, nh_print_c_suffix(print),
                   arguments, print->wide ? ", size_t stride" : "");
}

static void add_begin_signature(nh_print_c *print) {
    add_signature(print, "begin", "const double *parameters");
}

static void add_run_signature(nh_print_c *print) {
    add_signature(print, "run", "const double *inputs, double *outputs");
}

static void print_prototypes(nh_print_c *print) {
    const char *prefix = print->def->prefix;
    nh_text_add(print->text, "#include <stddef.h>\n\n");
    nh_text_format(print->text, "size_t %s_parameters(void), %s_inputs(void), %s_outputs(void), %s_work(void);\n",
                   prefix, prefix, prefix, prefix);
    if (print->def->lanes) nh_text_format(print->text, "size_t %s_work_lanes(void);\n", prefix);
    for (int wide = 0; wide <= print->def->lanes; wide++) {
        print->wide = wide;
        add_begin_signature(print);
        nh_text_add(print->text, ";\n");
        add_run_signature(print);
        nh_text_add(print->text, ";\n");
    }
    nh_text_add_char(print->text, '\n');
}

static void print_size(nh_print_c *print, const char *name, uint64_t size) {
    nh_text_format(print->text, "size_t %s_%s(void) {\n    return %" PRIu64 ";\n}\n\n", print->def->prefix, name, size);
}

static void print_sizes(nh_print_c *print) {
    uint64_t wide_rows = (uint64_t)NH_PRINT_C_LANES * print->body_rows;
    print_size(print, "parameters", print->tape->parameters);
    print_size(print, "inputs", print->tape->inputs);
    print_size(print, "outputs", print->tape->outputs);
    print_size(print, "work", print->main_rows + (print->def->lanes ? wide_rows : print->body_rows));
    if (print->def->lanes) print_size(print, "work_lanes", (uint64_t)NH_PRINT_C_LANES * print->main_rows + wide_rows);
}

/* A register may hold fewer lanes than a row has: then each call is made for one group of lanes after the other. */
static void print_opening(nh_print_c *print) {
    nh_text_add(print->text, " {\n");
    if (print->wide) nh_text_format(print->text, "    for (size_t l = 0; l < %d; l += NH_LANES) {\n", NH_PRINT_C_LANES);
}

static void print_closing(nh_print_c *print) {
    nh_text_add(print->text, print->wide ? "    }\n}\n\n" : "}\n\n");
}

static void print_calls(nh_print_c *print, const char *name, uint32_t count, const char *arguments) {
    for (uint32_t i = 0; i < count; i++)
        nh_text_format(print->text, "    %s%s_%s%s_%" PRIu32 "(%s);\n", print->wide ? "    " : "", print->def->prefix,
                       name, nh_print_c_suffix(print), i, arguments);
}

/* Parameters are put aside: run is not given them again. */
static void print_copy(nh_print_c *print) {
    if (print->tape->parameters == 0) return; /* compilers remark on i < 0 */
    if (print->wide)
        nh_text_format(print->text,
                       "        for (size_t i = 0; i < %" PRIu32 "; i++)\n"
                       "            NH_K(store)(work + l + %d * i, NH_K(load)(parameters + l + i * stride));\n",
                       print->tape->parameters, NH_PRINT_C_LANES);
    else
        nh_text_format(print->text, "    for (size_t i = 0; i < %" PRIu32 "; i++) work[i] = parameters[i];\n",
                       print->tape->parameters);
}

static void print_begin(nh_print_c *print) {
    nh_print_c_parts(print, &print->main, "begin", 0, print->main.begin_parts);
    add_begin_signature(print);
    print_opening(print);
    print_copy(print);
    print_calls(print, "begin", print->main.begin_parts,
                print->wide ? "parameters + l, work + l, stride" : "parameters, work");
    print_closing(print);
}

static void print_run(nh_print_c *print) {
    const char *arguments = print->wide ? "inputs + l, outputs + l, work + l, stride" : "inputs, outputs, work";
    nh_print_c_parts(print, &print->main, "run", print->main.begin_parts, print->main.parts);
    nh_print_c_loops(print);
    add_run_signature(print);
    print_opening(print);
    print_calls(print, "run", print->main.parts - print->main.begin_parts, arguments);
    for (uint32_t i = 0; i < print->tape->loop_count; i++)
        nh_text_format(print->text, "    %s%s_loop%" PRIu32 "%s(%s);\n", print->wide ? "    " : "", print->def->prefix,
                       i, nh_print_c_suffix(print), arguments);
    print_closing(print);
}

/* ---- the file ---- */

static void print_kernels(nh_print_c *print, const char *lanes) {
    nh_text_format(print->text, "#define NH_LANES %s\n", lanes);
    for (const char *const *line = nh_kernels_text; *line != NULL; line++) nh_text_add(print->text, *line);
    nh_text_add_char(print->text, '\n');
}

/* Products and sums are rounded one by one, so that every compiler gives the same bits. gcc's vectoriser makes
 * fused operations of a*b + c next to a*b - d even under -ffp-contract=off (seen in gcc 12). */
static const char unfused[] = "#if defined __clang__\n"
                              "#pragma STDC FP_CONTRACT OFF\n"
                              "#elif defined __GNUC__\n"
                              "#pragma GCC optimize(\"fp-contract=off\", \"no-tree-vectorize\")\n"
                              "#endif\n\n";

/* Not every part uses all that it is given. */
static const char not_all_used[] = "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n\n";

static void print_file(nh_print_c *print) {
    print_title(print);
    print_prototypes(print);
    nh_text_add(print->text, unfused);
    print_heading(print, "kernels: the same text for a double and for lanes");
    print_kernels(print, "1");
    if (print->def->lanes) {
        nh_text_add(print->text, "#undef NH_LANES\n");
        print_kernels(print, "NH_LANES_NATIVE");
    }
    nh_text_add(print->text, not_all_used);
    nh_print_c_tables(print);
    for (int wide = 0; wide <= print->def->lanes; wide++) {
        print->wide = wide;
        nh_print_c_bodies(print);
    }
    print_sizes(print);
    for (int wide = 0; wide <= print->def->lanes; wide++) {
        print->wide = wide;
        print_heading(print,
                      wide ? "the same in lanes: what depends on parameters only" : "what depends on parameters only");
        print_begin(print);
        print_heading(print, wide ? "the same in lanes: what depends on inputs" : "what depends on inputs");
        print_run(print);
    }
}

void nh_tape_print_c(const nh_tape *tape, nh_text *text, const nh_print_c_def *def) {
    NH_ASSERT(def->prefix != NULL && def->prefix[0] != '\0');
    nh_arena *own = nh_arena_create(tape->context);
    nh_print_c print = {.tape = tape, .def = def, .text = text, .scratch = own};
    print.main = nh_print_c_main(&print);
    print.main_rows = (print.main.rows + 7) & ~(uint32_t)7;
    print.bodies = NH_NEW_ARRAY(own, nh_print_c_unit, tape->loop_count);
    for (uint32_t i = 0; i < tape->loop_count; i++) {
        print.bodies[i] = nh_print_c_body(&print, &tape->loops[i].body);
        if (print.bodies[i].rows > print.body_rows) print.body_rows = print.bodies[i].rows;
    }
    print_file(&print);
    nh_arena_destroy(own);
}
