/**
 * What codecs cost as hardware: synthesised designs, and counts of parts for those that are none.
 */
@NullMarked
package dev.magpie.lab.hardware;

import org.jspecify.annotations.NullMarked;
