/**
 * Experiments of the MAG paper (Lal et al., Memory Access Granularity Aware Lossless Compression).
 */
@NullMarked
package dev.magpie.lab.mag;

import org.jspecify.annotations.NullMarked;
