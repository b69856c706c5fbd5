/** Tests that compiled loops do what the interpreter does. */
@org.jspecify.annotations.NullMarked
package dev.magpie.ptx.compile;
