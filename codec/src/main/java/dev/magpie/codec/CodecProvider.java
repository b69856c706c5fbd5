package dev.magpie.codec;

import java.util.List;

/**
 * A list of codecs: Magpie's own, or those of a jar on the class path or of {@code magpie
 * --plugin}. It is a class with a public constructor without parameters, which the jar names in
 * {@code META-INF/services/dev.magpie.codec.CodecProvider}.
 */
public interface CodecProvider {
  /** The families that the registry gets. */
  List<CodecFamily> codecs();
}
