package dev.magpie.cli.output;

import dev.magpie.analysis.Shard;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a shard of a command found, in a file.
 *
 * @param schema of the document
 */
public record ShardFile(Path file, String schema, JsonNode json) {
  private static final int MOST_BYTES = 1 << 30;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  /**
   * Reads one.
   *
   * @throws BadUsageException if it is no JSON of a command
   */
  public static ShardFile read(Path file) {
    try {
      JsonNode json = MAPPER.readTree(InputFiles.bytes(file, MOST_BYTES));
      return new ShardFile(file, json.path("schema").asString(""), json);
    } catch (JacksonException e) {
      throw new BadUsageException(file + ": is not JSON that a command with --shard wrote", e);
    } catch (IOException e) {
      throw new BadUsageException(IoReason.withFile(e), e);
    }
  }

  /**
   * The documents of all shards, in their order.
   *
   * @param shard of a document, which part it is of
   * @param run of a document, what all of a run have in common
   * @throws BadUsageException if a shard is missing, there twice, of another run, or damaged
   */
  public static <T extends Record> List<T> all(
      List<ShardFile> files,
      Class<T> type,
      Function<T, String> shard,
      Function<T, ? extends Record> run) {
    List<T> documents = new ArrayList<>();
    List<Shard> shards = new ArrayList<>();
    for (ShardFile each : files) {
      try {
        T document =
            MAPPER
                .readerFor(type)
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(each.json);
        documents.add(document);
        shards.add(Shard.parse(shard.apply(document)));
        BadUsageException.when(
            !run.apply(document).equals(run.apply(documents.getFirst())),
            "%s: is a shard of another run than %s; input, options and Magpie have to be the same"
                .formatted(each.file, files.getFirst().file));
      } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
        throw new BadUsageException(
            "%s: damaged: %s"
                .formatted(
                    each.file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
            e);
      }
    }
    BadUsageException.unlessLegal(() -> {
      Shard.requireAll(shards, files.stream().map(each -> each.file.toString()).toList());
      return shards;
    });
    return IntStream.range(0, documents.size())
        .boxed()
        .sorted(Comparator.comparingInt(i -> shards.get(i).number()))
        .map(documents::get)
        .toList();
  }
}
