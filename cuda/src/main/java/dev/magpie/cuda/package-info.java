/**
 * Unmodified CUDA programs: a library stands in place of the CUDA runtime and driver in their
 * process, and what they ask of it is answered here.
 */
@org.jspecify.annotations.NullMarked
package dev.magpie.cuda;
