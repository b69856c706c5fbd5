package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code tools/torch_snapshots.py} where there is a Python with PyTorch: {@code python3}, or
 * what the variable MAGPIE_PYTHON names.
 */
class TorchSnapshotsTest {
  private static final Path TOOLS = Path.of("..", "tools").toAbsolutePath().normalize();

  private static final String TRAINING =
      """
      import sys, torch
      from torch_snapshots import Snapshots

      torch.manual_seed(3)
      model = torch.nn.Sequential(
          torch.nn.Linear(64, 32), torch.nn.BatchNorm1d(32), torch.nn.ReLU(), torch.nn.Linear(32, 4))
      model = model.to(torch.float32)
      optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
      snapshots = Snapshots(sys.argv[1], model, optimizer, steps=range(2, 8, 2))
      for step in range(8):
          loss = model(torch.randn(16, 64)).square().mean()
          loss.backward()
          optimizer.step()
          snapshots.step(step)
          optimizer.zero_grad()
      snapshots.close()
      """;

  @TempDir Path directory;

  @BeforeEach
  void needsPyTorch() throws Exception {
    assumeTrue(
        run("-c", "import torch") == 0, "no python3 with PyTorch: torch_snapshots.py was not run");
  }

  @Test
  void itsOwnTestPasses() throws Exception {
    assertThat(run("-m", "unittest", "test_torch_snapshots")).as(output()).isZero();
  }

  @Test
  void whatItWritesIsASeries() throws Exception {
    Path script = Files.writeString(directory.resolve("training.py"), TRAINING);
    Path series = directory.resolve("series");
    assertThat(run(script.toString(), series.toString())).as(output()).isZero();
    SnapshotSeries opened = SnapshotSeries.of(series, Dtype.U8);
    assertThat(opened.size()).isEqualTo(3);
    for (int s = 0; s < opened.size(); s++) {
      try (Snapshot snapshot = opened.open(s)) {
        Map<String, String> types =
            snapshot.allocations().stream()
                .collect(Collectors.toMap(Allocation::name, a -> a.dtype() + " " + a.shape()));
        assertThat(types)
            .containsEntry("weight.0.weight", "f32 [32, 64]")
            .containsEntry("gradient.3.weight", "f32 [4, 32]")
            .containsEntry("optimizer.0.weight.momentum_buffer", "f32 [32, 64]")
            .containsEntry("buffer.1.num_batches_tracked", "i64 []")
            .containsEntry("activation.2.0", "f32 [16, 32]");
      }
    }
  }

  private int run(String... arguments) throws InterruptedException {
    String python = System.getenv("MAGPIE_PYTHON");
    List<String> command = new ArrayList<>(List.of(python == null ? "python3" : python));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(TOOLS.toFile());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PYTHONPATH", TOOLS.toString());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("output").toFile());
    try {
      Process process = builder.start();
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return -1;
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    }
  }

  private String output() throws IOException {
    return Files.readString(directory.resolve("output"));
  }
}
