/** Shows the order in which programs access their memory. */
@NullMarked
package dev.magpie.workload.trace;

import org.jspecify.annotations.NullMarked;
