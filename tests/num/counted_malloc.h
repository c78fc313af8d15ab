/* A malloc that counts and can fail, in place of the C library's for the whole program: this is how a test sees what
 * other libraries allocate. Include it in one file. Where it cannot be had (sanitizers bring their own malloc; other C
 * libraries) NH_COUNTED_MALLOC is 0, the counts stay 0 and nothing fails. */
#ifndef NH_TESTS_COUNTED_MALLOC_H
#define NH_TESTS_COUNTED_MALLOC_H

#include <stdlib.h>

#include <nonholo/linkage.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define NH_COUNTED_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define NH_COUNTED_MALLOC 0
#endif
#endif
#ifndef NH_COUNTED_MALLOC
#ifdef __GLIBC__
#define NH_COUNTED_MALLOC 1
#else
#define NH_COUNTED_MALLOC 0
#endif
#endif

static struct {
    unsigned long calls;   /* requests so far */
    long live;             /* blocks now held */
    unsigned long fail_at; /* the request that fails; 0: none */
} counted;

#if NH_COUNTED_MALLOC

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static int counted_fails(void) {
    return ++counted.calls == counted.fail_at;
}

NH_API void *malloc(size_t size) {
    void *block = counted_fails() ? NULL : __libc_malloc(size);
    counted.live += block != NULL;
    return block;
}

NH_API void *calloc(size_t count, size_t size) {
    void *block = counted_fails() ? NULL : __libc_calloc(count, size);
    counted.live += block != NULL;
    return block;
}

NH_API void *realloc(void *block, size_t size) {
    void *moved = counted_fails() ? NULL : __libc_realloc(block, size);
    counted.live += block == NULL && moved != NULL;
    return moved;
}

NH_API void free(void *block) {
    counted.live -= block != NULL;
    __libc_free(block);
}

#endif

#endif
