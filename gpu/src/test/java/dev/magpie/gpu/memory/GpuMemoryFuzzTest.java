package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Requester.Request;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GpuMemoryFuzzTest {
  private static final int REQUESTS = 300;

  @Test
  void nothingIsLostWhereEverythingIsFull() {
    for (int seed = 0; seed < 120; seed++) {
      GpuConfig config = SmallConfigs.any(new Random(seed));

      Requester requester = run(config, seed);

      Set<List<Long>> done = new HashSet<>();
      requester.answers.forEach(each -> done.add(List.of(each[0], each[1])));
      requester.written.forEach(each -> done.add(List.of(each[0], each[1])));
      assertThat(done).as("seed %d", seed).hasSize(REQUESTS * config.multiprocessors());
      assertThat(requester.answers.size() + requester.written.size())
          .isEqualTo(REQUESTS * config.multiprocessors());
    }
  }

  @Test
  void theSameRequestsHaveTheSameAnswers() {
    for (int seed = 0; seed < 8; seed++) {
      GpuConfig config = SmallConfigs.any(new Random(seed));

      List<long[]> answers = run(config, seed).answers;
      List<long[]> again = run(config, seed).answers;

      assertThat(again).usingRecursiveComparison().isEqualTo(answers);
    }
  }

  private static Requester run(GpuConfig config, int seed) {
    Random random = new Random(seed);
    Requester requester =
        new Requester(
            config.multiprocessors(),
            1 + random.nextInt(20),
            listener -> new GpuMemory(config, Compression.NONE, new ArrayImage(0), listener));
    int lines = 1 + random.nextInt(200);
    for (int i = 0; i < REQUESTS; i++) {
      for (int sm = 0; sm < config.multiprocessors(); sm++) {
        requester.add(sm, request(random, lines));
      }
    }
    requester.run(0);
    return requester;
  }

  static Request request(Random random, int lines) {
    int sectors = 1 + random.nextInt(15);
    MemoryRequest kind =
        switch (random.nextInt(8)) {
          case 0 -> MemoryRequest.ATOMIC;
          case 1 -> MemoryRequest.REDUCTION;
          case 2, 3, 4 -> MemoryRequest.WRITE;
          default -> MemoryRequest.READ;
        };
    return new Request(
        kind,
        128L * random.nextInt(lines),
        sectors,
        kind == MemoryRequest.WRITE ? sectors & random.nextInt(16) : 0,
        1 + random.nextInt(32));
  }
}
