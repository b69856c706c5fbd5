module example {
  requires dev.magpie.codec;
  requires dev.magpie.container;
  requires dev.magpie.depth;
  requires dev.magpie.gpu;
  requires dev.magpie.memory;
  requires dev.magpie.ptx;
  requires dev.magpie.settings;
  requires dev.magpie.snapshot;
}
