package dev.magpie.cli.fuzz;

import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.ResultFiles;
import dev.magpie.lab.result.RunSize;
import java.io.IOException;
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
    try {
      if (JSON.readTree(bytes) instanceof ObjectNode json) {
        json.remove("checksum");
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        String sum = HexFormat.of().formatHex(digest.digest(JSON.writeValueAsBytes(json)));
        json.put("checksum", sum);
        FuzzTarget.write("results/some-result.json", JSON.writeValueAsBytes(json));
      }
    } catch (JacksonException _) {
      // Tried as it is.
    }
    ResultFiles.of(file.getParent(), _ -> {});
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
