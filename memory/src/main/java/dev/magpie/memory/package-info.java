/** Compressed memories that hold real bytes and tell what each access moves. */
@NullMarked
package dev.magpie.memory;

import org.jspecify.annotations.NullMarked;
