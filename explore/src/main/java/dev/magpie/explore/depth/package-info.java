/** What pages ask of scenes: frames, what their tiles cost, and what happened to each. */
@NullMarked
package dev.magpie.explore.depth;

import org.jspecify.annotations.NullMarked;
