/** Zstandard (RFC 8878) with dictionaries, which the library that others here use does not have. */
@NullMarked
package dev.magpie.gpu.zstd;

import org.jspecify.annotations.NullMarked;
