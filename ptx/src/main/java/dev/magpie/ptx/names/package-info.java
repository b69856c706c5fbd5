/**
 * Names of kernels as people read and write them, out of those of the Itanium C++ ABI that PTX has.
 */
@NullMarked
package dev.magpie.ptx.names;

import org.jspecify.annotations.NullMarked;
