/** A file format for compressed blocks: streaming, parallel, checked, with random access. */
module dev.magpie.container {
  requires transitive dev.magpie.codec;
  requires static org.jspecify;

  exports dev.magpie.container;
}
