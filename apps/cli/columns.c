#include "columns.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Prints words between the columns, the cursor being at `column`; ends the line. */
static void wrap_words(int indent, int column, const char *words) {
    while (*words != '\0') {
        int length = (int)strcspn(words, " ");
        if (column > indent && column + 1 + length > HELP_WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        if (column > indent) column += printf(" ");
        column += printf("%.*s", length, words);
        words += length;
        words += strspn(words, " ");
    }
    puts("");
}

void print_entry(int width, const char *name, const char *words) {
    int indent = width + 4;
    printf("  %-*s  ", width, name);
    if (strlen(name) > (size_t)width) printf("\n%*s", indent, "");
    wrap_words(indent, indent, words);
}

void print_wrapped(const char *words) {
    wrap_words(0, 0, words);
}

int terminal_width(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO)) return 0;
    const char *columns = getenv("COLUMNS");
    if (columns != NULL && atoi(columns) > 0) return atoi(columns);
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Where the character with that number begins, within a line; its end, if it has fewer. Bytes
 * 10xxxxxx continue with one. */
static char *find_character(char *line, int number) {
    for (; *line != '\0' && *line != '\n'; line++) {
        bool is_first = ((unsigned char)*line & 0xc0U) != 0x80U;
        if (is_first && number-- == 0) break;
    }
    return line;
}

void cut_lines(char *text, int width) {
    enum { DOTS = 3, LEAST = 10 };
    if (width < LEAST) return;
    char *to = text;
    for (char *line = text; *line != '\0';) {
        char *cut = find_character(line, width - DOTS), *end = line + strcspn(line, "\n");
        bool is_long = *find_character(line, width) != '\n' && *find_character(line, width) != '\0';
        size_t length = (size_t)((is_long ? cut : end) - line);
        bool has_dots = is_long && length > 0 && line[length - 1] != ' '; /* between two columns nothing is cut off */
        while (is_long && !has_dots && length > 0 && line[length - 1] == ' ') length--;
        memmove(to, line, length);
        to += length;
        if (has_dots) to += DOTS, memcpy(to - DOTS, "...", DOTS);
        if (*end == '\n') *to++ = *end++;
        line = end;
    }
    *to = '\0';
}
