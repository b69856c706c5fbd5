/** Memories of numbered blocks: uncompressed, bandwidth-only, LCP, Attaché. */
@NullMarked
package dev.magpie.memory.layout;

import org.jspecify.annotations.NullMarked;
