/**
 * Block codecs: fixed-size memory blocks to bits and back, and the registry that names them.
 *
 * <p>Needs nothing but the JDK. With {@code --add-modules jdk.incubator.vector} the codecs use the
 * machine's vectors; without, they compute the same in scalar code.
 */
@SuppressWarnings("module") // The compiler does not see dev.magpie.depth from here.
module dev.magpie.codec {
  requires static jdk.incubator.vector;
  requires static org.jspecify;

  exports dev.magpie.codec;
  // Which vectors there are is for all kernels to ask, so that one property rules them.
  exports dev.magpie.codec.simd to
      dev.magpie.depth;

  // Those who search for sets of modes.
  exports dev.magpie.codec.burst to
      dev.magpie.analysis,
      dev.magpie.cli;

  uses dev.magpie.codec.CodecProvider;

  provides dev.magpie.codec.CodecProvider with
      dev.magpie.codec.builtin.BuiltInCodecs;
}
