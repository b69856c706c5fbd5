/** {@code magpie dram}: a DRAM under a trace of requests. */
@NullMarked
package dev.magpie.cli.dram;

import org.jspecify.annotations.NullMarked;
