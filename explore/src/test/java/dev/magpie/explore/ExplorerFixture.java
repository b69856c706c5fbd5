package dev.magpie.explore;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.input.ViewedScene;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An explorer of some files, and what pages ask of it. */
public final class ExplorerFixture implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  /** What went wrong in the server. */
  final List<Throwable> bugs = new ArrayList<>();

  final Explorer explorer;
  private final HttpClient client = HttpClient.newHttpClient();

  ExplorerFixture(List<List<Path>> snapshots) throws IOException {
    this(snapshots, false, "a test");
  }

  ExplorerFixture(List<List<Path>> snapshots, boolean series, String command) throws IOException {
    this(
        Explorer.Inputs.ofSnapshots(
            snapshots.stream()
                .map(files ->
                    new Input<>(
                        String.valueOf(files.getFirst().getFileName()),
                        files.toString(),
                        () -> Snapshot.open(files)))
                .toList()),
        series,
        command);
  }

  ExplorerFixture(Explorer.Inputs inputs, boolean series, String command) throws IOException {
    explorer =
        Explorer.start(
            inputs,
            new Explorer.Start(
                "0.1.0",
                command,
                "2026-01-01 09:00",
                series,
                CodecSpec.parse("bpc"),
                Granularity.DEFAULT,
                2),
            0,
            bugs::add);
    explorer.opening().join();
  }

  static ExplorerFixture of(Path... files) throws IOException {
    return new ExplorerFixture(List.of(List.of(files)));
  }

  /** Scenes, as {@code magpie depth} calls them. */
  public static ExplorerFixture ofScenes(String... names) throws IOException {
    return new ExplorerFixture(
        Explorer.Inputs.ofScenes(Stream.of(names).map(ExplorerFixture::scene).toList()),
        false,
        "magpie explore " + String.join(" ", names));
  }

  /** A snapshot of a file or directory, and a scene. */
  static ExplorerFixture ofBoth(Path files, String scene) throws IOException {
    Input<Snapshot> snapshot =
        new Input<>("files", files.toString(), () -> Snapshot.open(List.of(files)));
    return new ExplorerFixture(
        new Explorer.Inputs(
            List.of(snapshot),
            List.of(scene(scene)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            new ShownGpus(Map.of())),
        false,
        "a test");
  }

  static Input<ViewedScene> scene(String name) {
    return new Input<>(name, name, () -> ViewedScene.open(name));
  }

  /** What is found at an address behind the link. */
  HttpResponse<byte[]> get(String address) {
    return send(HttpRequest.newBuilder(at(address)).build());
  }

  /** A document. */
  public JsonNode json(String address) {
    return JSON.readTree(get("data/" + address).body());
  }

  /** Asks for a change, as the own page does. */
  JsonNode post(String address) {
    String origin = explorer.link().resolve("/").toString();
    return JSON.readTree(
        send(HttpRequest.newBuilder(at("data/" + address))
                .header("Origin", origin.substring(0, origin.length() - 1))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build())
            .body());
  }

  /** Sizes once all is exact. */
  JsonNode exactSizes(String values) {
    while (true) {
      JsonNode sizes = json("sizes?since=0&" + values);
      switch (sizes.path("phase").asString("")) {
        case "done" -> {
          return sizes;
        }
        case "failed", "" -> throw new AssertionError(sizes.toString());
        default -> Thread.onSpinWait();
      }
    }
  }

  private URI at(String address) {
    return URI.create(explorer.link() + address);
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    client.close();
    explorer.close();
  }
}
