/** What programs take: parameters with a value for each size of run, and what users choose. */
@NullMarked
package dev.magpie.workload.input;

import org.jspecify.annotations.NullMarked;
