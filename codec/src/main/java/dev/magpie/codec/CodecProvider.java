package dev.magpie.codec;

import java.util.List;

/**
 * The codecs of somebody's own jar, for {@code magpie --plugin}: a class with a public constructor
 * without parameters, which the jar names in {@code
 * META-INF/services/dev.magpie.codec.CodecProvider}.
 */
public interface CodecProvider {
  /** The families that the registry gets. */
  List<CodecFamily> codecs();
}
