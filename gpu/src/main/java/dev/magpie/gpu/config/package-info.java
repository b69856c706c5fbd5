/** GPUs as files describe them. */
@NullMarked
package dev.magpie.gpu.config;

import org.jspecify.annotations.NullMarked;
