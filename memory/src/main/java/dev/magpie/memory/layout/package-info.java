/** Memories of numbered blocks: uncompressed, bandwidth-only, LCP, Attaché, unified. */
@NullMarked
package dev.magpie.memory.layout;

import org.jspecify.annotations.NullMarked;
