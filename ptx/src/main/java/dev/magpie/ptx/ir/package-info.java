/**
 * What a PTX module says, parsed and with its names resolved: variables, functions, instructions.
 */
@NullMarked
package dev.magpie.ptx.ir;

import org.jspecify.annotations.NullMarked;
