/** Timing of GPUs: multiprocessors, caches, memory controllers with codecs, DRAM. */
module dev.magpie.gpu {
  requires dev.magpie.settings;
  requires transitive dev.magpie.memory;
  requires transitive dev.magpie.ptx;
  requires com.github.luben.zstd_jni;
  requires org.tukaani.xz;
  requires transitive org.jspecify;
  requires tools.jackson.core;

  exports dev.magpie.gpu;
  exports dev.magpie.gpu.accelsim;
  exports dev.magpie.gpu.config;
  exports dev.magpie.gpu.core;
  exports dev.magpie.gpu.dram;
  exports dev.magpie.gpu.memory;
  exports dev.magpie.gpu.recording;
  exports dev.magpie.gpu.silicon;
  exports dev.magpie.gpu.stream;
  exports dev.magpie.gpu.trace;

  // The presets beside the classes are read by name.
  opens dev.magpie.gpu.config to
      dev.magpie.settings;
  opens dev.magpie.gpu.dram to
      dev.magpie.settings;
}
