/** Several steps of a warp in one loop over its lanes, as Java bytecode. */
@org.jspecify.annotations.NullMarked
package dev.magpie.ptx.compile;
