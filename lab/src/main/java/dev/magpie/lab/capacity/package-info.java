/** How much larger a batch or grid fits with Buddy Compression, and what the link may cost. */
@NullMarked
package dev.magpie.lab.capacity;

import org.jspecify.annotations.NullMarked;
