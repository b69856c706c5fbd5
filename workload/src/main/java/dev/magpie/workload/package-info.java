/** All programs whose memory is looked at over time. */
@NullMarked
package dev.magpie.workload;

import org.jspecify.annotations.NullMarked;
