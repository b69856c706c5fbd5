package dev.magpie.lab.study;

import java.util.Map;

/**
 * How a quick run reduces the programs: to some hundred thousand warp-instructions each. What they
 * take of memory is a multiple of the smaller L2 of quick runs.
 */
final class QuickSizes {
  private static final Map<String, Map<String, String>> SETTINGS =
      Map.ofEntries(
          Map.entry("bp", Map.of("inputs", "8192")),
          Map.entry("bfs", Map.of("nodes", "16384")),
          Map.entry("bfs2", Map.of("nodes", "16384")),
          Map.entry("fwt", Map.of("log-data", "16")),
          Map.entry(
              "hw",
              Map.ofEntries(
                  Map.entry("rows", "160"),
                  Map.entry("columns", "144"),
                  Map.entry("frames", "3"),
                  Map.entry("points", "12"),
                  Map.entry("template", "5"),
                  Map.entry("search", "9"))),
          Map.entry("lbm", Map.of("x", "32", "y", "32", "z", "16", "steps", "3")),
          Map.entry("mst", Map.of("nodes", "8192")),
          Map.entry("pvr", Map.of("records", "8000")),
          Map.entry("sc", Map.of("elements", "65536", "longest", "4096")),
          Map.entry("sssp", Map.of("nodes", "8192")),
          Map.entry("tp", Map.of("side", "384")));

  private QuickSizes() {}

  static Map<String, String> of(String program) {
    return SETTINGS.getOrDefault(program, Map.of());
  }
}
