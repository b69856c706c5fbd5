/** The programs whose memory is profiled: what it is in ten snapshots, and what they do to it. */
@NullMarked
package dev.magpie.lab.series;

import org.jspecify.annotations.NullMarked;
