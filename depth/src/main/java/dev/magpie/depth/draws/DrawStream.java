package dev.magpie.depth.draws;

import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.raster.RecordedDraw;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Frames as an engine drew them: passes, their draws, and the triangles after the vertex stages.
 *
 * @param name what was recorded
 * @param origin by which program, and from what
 * @param clipDepth what clip space was like there
 * @param targets that passes draw to
 * @param frames passes of each, in the order of drawing
 */
public record DrawStream(
    String name,
    String origin,
    ClipDepth clipDepth,
    List<DrawTarget> targets,
    List<List<DrawPass>> frames) {
  /** More than anybody looks at. */
  public static final int MAX_FRAMES = 10_000;

  /**
   * Takes the lists and checks that passes go together.
   *
   * @throws IllegalArgumentException if there is no frame or too many, two targets or two passes of
   *     a frame have one name, a pass has a target that is not listed, or keeps what nobody has
   *     cleared
   */
  public DrawStream {
    targets = List.copyOf(targets);
    frames = frames.stream().map(List::copyOf).toList();
    Set<String> names = new HashSet<>();
    for (DrawTarget target : targets) {
      require(names.add(target.name()), () -> "there are two targets '" + target.name() + "'");
    }
    int count = frames.size();
    require(
        count >= 1 && count <= MAX_FRAMES,
        () -> "there are 1 to %d frames, not %d".formatted(MAX_FRAMES, count));
    for (int frame = 0; frame < count; frame++) {
      check("frame " + frame, frames.get(frame), targets);
    }
  }

  private static void check(String frame, List<DrawPass> passes, List<DrawTarget> targets) {
    require(!passes.isEmpty(), () -> frame + " has no pass");
    Set<String> names = new HashSet<>();
    Set<DrawTarget> cleared = new HashSet<>();
    for (DrawPass pass : passes) {
      String of = "pass '%s' of %s".formatted(pass.name(), frame);
      require(names.add(pass.name()), () -> "%s has two passes '%s'".formatted(frame, pass.name()));
      require(targets.contains(pass.target()), () -> of + " draws to a target that is not listed");
      if (pass.start() == Start.CLEARED) {
        cleared.add(pass.target());
      }
      require(
          cleared.contains(pass.target()),
          () ->
              "%s keeps what target '%s' has, but no pass of the frame clears it before"
                  .formatted(of, pass.target().name()));
    }
  }

  private static void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise.get());
    }
  }

  /** The target of a frame's last pass, which pictures show. */
  public DrawTarget shown(int frame) {
    return frames.get(frame).getLast().target();
  }

  /**
   * The same with other targets in place of these.
   *
   * @param change what a target becomes; its name stays
   */
  public DrawStream withTargets(UnaryOperator<DrawTarget> change) {
    return new DrawStream(
        name,
        origin,
        clipDepth,
        targets.stream().map(change).toList(),
        frames.stream()
            .map(passes ->
                passes.stream().map(pass -> pass.with(change.apply(pass.target()))).toList())
            .toList());
  }

  /** Bytes of all vertices and triangles in memory; those that draws share count once. */
  public long bytes() {
    return frames.stream()
        .flatMap(List::stream)
        .flatMap(pass -> pass.draws().stream())
        .map(RecordedDraw::triangles)
        .distinct()
        .mapToLong(each -> 8L * each.vertices().length + 4L * each.indices().length)
        .sum();
  }
}
