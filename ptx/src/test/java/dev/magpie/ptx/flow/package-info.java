/** Random programs with much control flow, executed as warps and thread by thread. */
@NullMarked
package dev.magpie.ptx.flow;

import org.jspecify.annotations.NullMarked;
