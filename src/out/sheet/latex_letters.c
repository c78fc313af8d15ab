/* The preamble that a document needs for letters that are not ASCII, so that pdflatex takes titles and
 * names in other alphabets.
 *
 * Latin letters with accents come with the T1 encoding. Greek letters are set as those of formulas, which every TeX
 * has. Cyrillic ones come with the T2A encoding; where that is not installed they are transliterated. A letter of
 * another alphabet that can be taken apart is set with its accents as in a formula; what pdflatex has no letter for is
 * set as its number, [U+5B57]. What is not set as it was written is said in a comment and in TeX's log. TeX engines
 * that know Unicode, lualatex and xelatex, skip all this. */
#include <string.h>

#include "base/arena.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/text/utf8.h"
#include "out/sheet/sheet_private.h"

/* Code points at which these alphabets begin and end. */
enum { LATIN_END = 0x0180, GREEK = 0x0370, CYRILLIC = 0x0400, CYRILLIC_END = 0x0460 };

typedef struct letters {
    nh_arena *arena;
    NH_ARRAY(uint32_t) codes; /* that are not ASCII, each once, in the order of the text */
    bool has_latin, has_cyrillic;
} letters;

static letters find_letters(nh_arena *arena, const char *body) {
    letters found = {.arena = arena, .codes = {.arena = arena}};
    nh_map seen = nh_map_make(arena);
    for (size_t at = 0, length = strlen(body); at < length;) {
        uint32_t code = 0;
        bool is_new;
        size_t bytes = nh_utf8_decode(body + at, length - at, &code);
        at += bytes > 0 ? bytes : 1;
        if (bytes == 0 || code < 0x80) continue;
        nh_map_slot(&seen, code, &is_new);
        if (is_new) nh_array_push(&found.codes, code);
        if (code < LATIN_END) found.has_latin = true;
        if (code >= CYRILLIC && code < CYRILLIC_END) found.has_cyrillic = true;
    }
    return found;
}

/* ---- what stands for a letter ---- */

/* From U+0400 on. */
static const char *const transliterations[CYRILLIC_END - CYRILLIC] = {
    "E", "Yo", "Dj", "G", "Ye", "Dz", "I",  "Yi", "J",  "Lj",   "Nj", "C", "K", "I", "U",  "Dzh",
    "A", "B",  "V",  "G", "D",  "E",  "Zh", "Z",  "I",  "J",    "K",  "L", "M", "N", "O",  "P",
    "R", "S",  "T",  "U", "F",  "Kh", "Ts", "Ch", "Sh", "Shch", "''", "Y", "'", "E", "Yu", "Ya",
    "a", "b",  "v",  "g", "d",  "e",  "zh", "z",  "i",  "j",    "k",  "l", "m", "n", "o",  "p",
    "r", "s",  "t",  "u", "f",  "kh", "ts", "ch", "sh", "shch", "''", "y", "'", "e", "yu", "ya",
    "e", "yo", "dj", "g", "ye", "dz", "i",  "yi", "j",  "lj",   "nj", "c", "k", "i", "u",  "dzh"};

/* The accent of a formula for a mark; NULL: there is none. */
static const char *accent_of(uint32_t mark) {
    static const struct {
        uint32_t mark;
        const char *accent;
    } known[] = {{0x0300, "grave"}, {0x0301, "acute"}, {0x0302, "hat"},  {0x0303, "tilde"},    {0x0304, "bar"},
                 {0x0306, "breve"}, {0x0307, "dot"},   {0x0308, "ddot"}, {0x030A, "mathring"}, {0x030C, "check"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].mark == mark) return known[i].accent;
    return NULL;
}

/* A Latin or Greek letter under its accents, as a formula; false: it is none. */
static bool add_as_formula(nh_text *text, nh_arena *arena, uint32_t code) {
    nh_text accents = nh_text_begin(arena);
    size_t count = 0;
    uint32_t letter, mark;
    for (; nh_utf8_take_mark(code, &letter, &mark); code = letter, count++) {
        if (accent_of(mark) == NULL) return false;
        nh_text_format(&accents, "\\%s{", accent_of(mark));
    }
    bool is_latin = code < 0x80 && nh_utf8_is_letter(code);
    char bytes[NH_UTF8_MAX + 1] = {0};
    nh_text name = nh_text_begin(arena);
    nh_print_name_latex(&name, bytes, nh_utf8_encode(code, bytes));
    bool is_greek = code >= GREEK && code < CYRILLIC && nh_text_string(&name)[0] == '\\';
    if (!is_latin && !is_greek) return false;
    nh_text_format(text, is_latin ? "\\ensuremath{%s\\mathrm{%s}" : "\\ensuremath{%s%s", nh_text_string(&accents),
                   is_latin ? bytes : nh_text_string(&name));
    nh_text_add_repeated(text, '}', count + 1);
    return true;
}

/* ---- the preamble ---- */

/* As it is where TeX has it by now: u8: and its bytes is how LaTeX calls what a character stands for. */
static void declare_character(nh_text *text, uint32_t code, const char *instead) {
    NH_ASSERT(code >= LATIN_END);
    char bytes[NH_UTF8_MAX + 1] = {0};
    nh_utf8_encode(code, bytes);
    nh_text_format(text, "\\ifcsname u8:\\detokenize{%s}\\endcsname\\else\\DeclareUnicodeCharacter{%04X}{%s}\\fi\n",
                   bytes, (unsigned)code, instead);
}

static void declare_letter(nh_text *text, nh_arena *arena, uint32_t code, bool *is_lost) {
    nh_text instead = nh_text_begin(arena);
    if (code < LATIN_END) return; /* T1 has these */
    if (add_as_formula(&instead, arena, code)) {
        declare_character(text, code, nh_text_string(&instead));
        return;
    }
    bool is_cyrillic = code >= CYRILLIC && code < CYRILLIC_END;
    if (is_cyrillic) nh_text_add(&instead, transliterations[code - CYRILLIC]);
    else nh_text_format(&instead, "[U+%04X]", (unsigned)code);
    if (!is_cyrillic && !*is_lost) {
        nh_text_add(text,
                    "% pdflatex may have no letter for these, which are then set as their numbers; lualatex has.\n");
        *is_lost = true;
    }
    declare_character(text, code, nh_text_string(&instead));
}

static void add_encodings(nh_text *text, const letters *found) {
    static const char latin[] = "\\usepackage[T1]{fontenc}\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}";
    if (found->has_cyrillic)
        nh_text_format(text,
                       "%% Without the Cyrillic letters of T2A, those of the text are transliterated.\n"
                       "\\IfFileExists{t2aenc.def}{\\usepackage[T1,T2A]{fontenc}}{%s%%\n"
                       "\\PackageWarningNoLine{nonholo}{T2A is not installed: Cyrillic is transliterated}}\n",
                       latin);
    else if (found->has_latin) nh_text_format(text, "%s\n", latin);
}

void nh_latex_add_letters(nh_text *text, const char *body) {
    nh_arena *arena = nh_arena_create(nh_arena_context(text->arena));
    letters found = find_letters(arena, body);
    bool is_lost = false;
    if (found.codes.count > 0) {
        nh_text_add(text, "\\ifdefined\\DeclareUnicodeCharacter % pdflatex\n");
        add_encodings(text, &found);
        for (size_t i = 0; i < found.codes.count; i++) declare_letter(text, arena, found.codes.items[i], &is_lost);
        nh_text_add(text, "\\fi\n");
    }
    nh_arena_destroy(arena);
}
