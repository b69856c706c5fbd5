/** The depth pipeline: scenes, rasteriser, tiles, the compressed depth cache and its codecs. */
module dev.magpie.depth {
  requires transitive dev.magpie.codec;
  requires transitive java.desktop;
  requires dev.magpie.settings;
  requires java.logging;
  requires jgltf.impl.v2;
  requires jgltf.model;
  requires obj;
  requires static jdk.incubator.vector;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.magpie.depth;
  exports dev.magpie.depth.cache;
  exports dev.magpie.depth.codec;
  exports dev.magpie.depth.draws;
  exports dev.magpie.depth.event;
  exports dev.magpie.depth.image;
  exports dev.magpie.depth.raster;
  exports dev.magpie.depth.scene;
}
