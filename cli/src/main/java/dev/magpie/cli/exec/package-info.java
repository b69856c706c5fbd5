/** {@code magpie exec}: unmodified programs of CUDA. */
@org.jspecify.annotations.NullMarked
package dev.magpie.cli.exec;
