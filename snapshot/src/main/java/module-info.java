/** Memory snapshots: named, typed allocations, read from the files people have. */
module dev.magpie.snapshot {
  requires static org.jspecify;
  requires io.jhdf;
  requires dev.magpie.settings;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires aircompressor.v3;

  exports dev.magpie.snapshot;

  uses dev.magpie.snapshot.PackedFormat;
}
