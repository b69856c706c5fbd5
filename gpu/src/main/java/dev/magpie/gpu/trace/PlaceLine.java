package dev.magpie.gpu.trace;

import dev.magpie.gpu.dram.AddressMap;
import dev.magpie.gpu.dram.DramConfig;

/** Lines that name a place level by level, as {@code R 0,1,2,3,100,7}. */
final class PlaceLine implements TextTrace.Line {
  private final DramConfig config;
  private final AddressMap map;
  private final int channels;
  private final int[] numbers;

  PlaceLine(DramConfig config, AddressMap map, int channels) {
    this.config = config;
    this.map = map;
    this.channels = channels;
    numbers = new int[config.levels().size() + 2];
  }

  @Override
  public void read(TextTrace trace) {
    trace.expectWords(2, TraceFormat.READ_WRITE);
    boolean write = trace.isWrite(0, "R", "W");
    split(trace);
    int bank = 0;
    for (int level = 1; level < config.levels().size(); level++) {
      bank = bank * config.counts().get(level) + numbers[level];
    }
    int row = numbers[numbers.length - 2];
    int column = numbers[numbers.length - 1];
    trace.set(map.address(AddressMap.place(numbers[0], bank, row, column)), write);
  }

  private void split(TextTrace trace) {
    String[] parts = trace.word(1).split(",", -1);
    if (parts.length != numbers.length) {
      throw trace.wrong(
          "'%s' has %d numbers; %s has %d: %s, row, column"
              .formatted(
                  TextTrace.shortened(trace.word(1)),
                  parts.length,
                  config.name(),
                  numbers.length,
                  String.join(", ", config.levels())));
    }
    for (int i = 0; i < parts.length; i++) {
      int size = size(i);
      String part = parts[i];
      if (!part.matches("[0-9]{1,9}") || Integer.parseInt(part) >= size) {
        throw trace.wrong(
            "%s is '%s', and %s has 0 to %d"
                .formatted(name(i), TextTrace.shortened(part), config.name(), size - 1));
      }
      numbers[i] = Integer.parseInt(part);
    }
  }

  private int size(int i) {
    int levels = config.levels().size();
    return i == 0
        ? channels
        : i < levels ? config.counts().get(i) : i == levels ? config.rows() : config.columns();
  }

  private String name(int i) {
    int levels = config.levels().size();
    return i < levels ? config.levels().get(i) : i == levels ? "row" : "column";
  }
}
