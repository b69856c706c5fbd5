package dev.magpie.cli.fuzz;

import dev.magpie.cli.analyze.AnalyzeShard;
import dev.magpie.cli.buddy.ProfileShard;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.ShardFile;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.ResultFiles;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.sweep.SweepDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is read back of experiments. */
final class ResultFuzz {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

  private ResultFuzz() {}

  /** A result, whose checksum is made right. */
  static void result(byte[] bytes) throws IOException, GeneralSecurityException {
    Path file = FuzzTarget.write("results/some-result.json", bytes);
    FuzzTarget.write("results/some-result.json", withChecksum(bytes));
    ResultFiles.of(file.getParent(), _ -> {});
  }

  /** With a right checksum, if it can have one. */
  private static byte[] withChecksum(byte[] bytes) throws GeneralSecurityException {
    try {
      if (JSON.readTree(bytes) instanceof ObjectNode json) {
        json.remove("checksum");
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        String sum = HexFormat.of().formatHex(digest.digest(JSON.writeValueAsBytes(json)));
        json.put("checksum", sum);
        return JSON.writeValueAsBytes(json);
      }
    } catch (JacksonException _) {
      // Tried as it is.
    }
    return bytes;
  }

  /** The only shard of analyze or profile, as its schema says. */
  static void shard(Path file) throws IOException {
    List<ShardFile> files = List.of(ShardFile.read(file));
    Report merged =
        files.getFirst().schema().startsWith("magpie.profile")
            ? ProfileShard.merged(files)
            : AnalyzeShard.merged(files);
    merged.json().accept(OutputStream.nullOutputStream());
  }

  /** The plan of a sweep, a zero, and a point, whose checksum is made right. */
  static void sweep(byte[] bytes) throws IOException, GeneralSecurityException {
    List<byte[]> parts = FuzzTarget.split(bytes, '\0');
    Path plan = FuzzTarget.write("sweep/sweep.json", parts.getFirst());
    FuzzTarget.write("sweep/points/point.json", withChecksum(parts.getLast()));
    SweepDirectory directory = new SweepDirectory(plan.getParent());
    directory.read(directory.plans(), _ -> {});
  }

  /** Files of recorded results with zeros between them. */
  static void recorded(byte[] bytes) throws IOException {
    byte[] rest = bytes;
    Path file = Path.of("");
    for (String name : List.of("experiments", "claims", "inputs", "behaviour", "simulations")) {
      List<byte[]> parts = FuzzTarget.split(rest, '\0');
      file = FuzzTarget.write("recorded/" + name + ".csv", parts.getFirst());
      rest = parts.getLast();
    }
    FuzzTarget.write("recorded/some-result.table.csv", rest);
    RecordedResults read = RecordedResults.read(file.getParent());
    read.experiments().forEach(read::behaviour);
    read.with(read.only(each -> each.startsWith("b")));
    try {
      RecordedResults.read(file.getParent(), RunSize.QUICK);
    } catch (LabException _) {
      // Those of another size.
    }
    read.simulations(name -> name);
  }
}
