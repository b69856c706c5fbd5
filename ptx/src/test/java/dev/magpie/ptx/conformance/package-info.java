/** Holds every instruction to exact arithmetic in Java, over thousands of operands a launch. */
@NullMarked
package dev.magpie.ptx.conformance;

import org.jspecify.annotations.NullMarked;
