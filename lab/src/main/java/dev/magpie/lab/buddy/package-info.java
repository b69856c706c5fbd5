/** Experiments of the Buddy Compression paper (Choukse et al., ISCA 2020). */
@NullMarked
package dev.magpie.lab.buddy;

import org.jspecify.annotations.NullMarked;
