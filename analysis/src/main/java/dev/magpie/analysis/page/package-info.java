/** Whole pages under general-purpose compressors, as they lie and arranged anew. */
@NullMarked
package dev.magpie.analysis.page;

import org.jspecify.annotations.NullMarked;
