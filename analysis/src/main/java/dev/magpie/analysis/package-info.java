/** Size statistics of blocks under codecs: a range of blocks in, a mergeable summary out. */
@NullMarked
package dev.magpie.analysis;

import org.jspecify.annotations.NullMarked;
