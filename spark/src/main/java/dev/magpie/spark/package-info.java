/** Work of commands on Spark clusters. */
@NullMarked
package dev.magpie.spark;

import org.jspecify.annotations.NullMarked;
