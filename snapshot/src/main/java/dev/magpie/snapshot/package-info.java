/** Memory snapshots: named, typed allocations, read from the files people have. */
@NullMarked
package dev.magpie.snapshot;

import org.jspecify.annotations.NullMarked;
