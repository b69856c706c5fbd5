/** The way between a program's process and this one: the C library, shared memory, calls. */
@org.jspecify.annotations.NullMarked
package dev.magpie.cuda.channel;
