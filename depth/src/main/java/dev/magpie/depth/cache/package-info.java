/**
 * The compressed depth cache, its post-cache rival, and what each moves between cache and memory.
 */
@NullMarked
package dev.magpie.depth.cache;

import org.jspecify.annotations.NullMarked;
