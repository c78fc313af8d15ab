/* Texts within the width of a page or a terminal: help in two columns, lists. */
#ifndef NONHOLO_CLI_COLUMNS_H
#define NONHOLO_CLI_COLUMNS_H

/* All lines of help end before this column. */
enum { HELP_WIDTH = 100 };

/* "  NAME   words words ...", the words from column 4 + `width` on, on as many lines as they need. A name that is wider has a
 * line of its own. */
void print_entry(int width, const char *name, const char *words);
/* The width of the terminal that standard output is; 0: it is none. */
int terminal_width(void);
/* Cuts each line of the text to a width, the cut shown as "..."; 0: as it is. In place. */
void cut_lines(char *text, int width);
/* Words from the first column on. */
void print_wrapped(const char *words);

#endif
