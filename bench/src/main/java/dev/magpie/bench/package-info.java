/** Speed, measured: JMH benchmarks, and a table of ratios from one run. */
@NullMarked
package dev.magpie.bench;

import org.jspecify.annotations.NullMarked;
