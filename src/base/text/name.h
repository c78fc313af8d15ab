/* Interned strings: a name is a small number, equal names have equal numbers, for the life of the context. */
#ifndef NH_BASE_TEXT_NAME_H
#define NH_BASE_TEXT_NAME_H

#include <stddef.h>
#include <stdint.h>

#include <nonholo/context.h>

typedef uint32_t nh_name; /* 0 is the empty name; others count up in the order in which they were first seen */

nh_name nh_name_of(nh_context *context, const char *bytes, size_t length);
nh_name nh_name_of_text(nh_context *context, const char *text);
/* The bytes, with a NUL after them; they live as long as the context. */
const char *nh_name_text(const nh_context *context, nh_name name);
size_t nh_name_length(const nh_context *context, nh_name name);

#endif
