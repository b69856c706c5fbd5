/**
 * Networks as lists of layers, as Caffe's prototxt has them, and the buffers that training them
 * takes: no arithmetic.
 */
@NullMarked
package dev.magpie.workload.network;

import org.jspecify.annotations.NullMarked;
