/** CUDA kernels as PTX text, executed functionally, warp by warp. */
module dev.magpie.ptx {
  requires transitive dev.magpie.snapshot;
  requires jdk.management;
  requires transitive org.jspecify;

  exports dev.magpie.ptx;
  exports dev.magpie.ptx.check;
  exports dev.magpie.ptx.execute;
  exports dev.magpie.ptx.ir;
  exports dev.magpie.ptx.names;
  exports dev.magpie.ptx.texture;
}
