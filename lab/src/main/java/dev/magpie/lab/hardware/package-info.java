/**
 * What codecs cost as hardware: synthesised designs, counts of parts for those that are none, and
 * energy.
 */
@NullMarked
package dev.magpie.lab.hardware;

import org.jspecify.annotations.NullMarked;
