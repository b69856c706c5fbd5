/** Compressed memories that hold real bytes and tell what each access moves. */
module dev.magpie.memory {
  requires transitive dev.magpie.codec;
  requires static org.jspecify;

  exports dev.magpie.memory;
  exports dev.magpie.memory.buddy;
  exports dev.magpie.memory.cache;
  exports dev.magpie.memory.layout;
  exports dev.magpie.memory.unified;

  uses dev.magpie.codec.CodecProvider;
  uses dev.magpie.memory.layout.LayoutProvider;
}
