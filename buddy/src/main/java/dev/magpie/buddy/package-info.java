/** The profiler of Buddy Compression: from a series of snapshots to target ratios, and back. */
@NullMarked
package dev.magpie.buddy;

import org.jspecify.annotations.NullMarked;
