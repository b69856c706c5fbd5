/** Tags of set-associative caches, and the metadata caches of compressed memories. */
@NullMarked
package dev.magpie.memory.cache;

import org.jspecify.annotations.NullMarked;
