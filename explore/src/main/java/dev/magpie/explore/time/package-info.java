/** What pages ask of time: programs on GPUs whose memory compresses, cycle by cycle. */
@NullMarked
package dev.magpie.explore.time;

import org.jspecify.annotations.NullMarked;
