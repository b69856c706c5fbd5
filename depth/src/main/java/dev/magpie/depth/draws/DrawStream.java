package dev.magpie.depth.draws;

import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.raster.RecordedDraw;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
      require(names.add(target.name()), "there are two targets '%s'", target.name());
    }
    require(
        !frames.isEmpty() && frames.size() <= MAX_FRAMES,
        "there are 1 to %s frames, not %s",
        MAX_FRAMES,
        frames.size());
    for (int frame = 0; frame < frames.size(); frame++) {
      check(frame, frames.get(frame), targets);
    }
  }

  private static void check(int frame, List<DrawPass> passes, List<DrawTarget> targets) {
    require(!passes.isEmpty(), "frame %s has no pass", frame);
    Set<String> names = new HashSet<>();
    Set<DrawTarget> cleared = new HashSet<>();
    for (DrawPass pass : passes) {
      String name = pass.name();
      require(names.add(name), "frame %s has two passes '%s'", frame, name);
      require(
          targets.contains(pass.target()),
          "pass '%s' of frame %s draws to a target that is not listed",
          name,
          frame);
      if (pass.start() == Start.CLEARED) {
        cleared.add(pass.target());
      }
      require(
          cleared.contains(pass.target()),
          "pass '%s' of frame %s keeps what target '%s' has, but no pass of the frame clears it"
              + " before",
          name,
          frame,
          pass.target().name());
    }
  }

  private static void require(boolean holds, String otherwise, Object... of) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise.formatted(of));
    }
  }

  /** The target of a frame's last pass, which pictures show. */
  public DrawTarget shown(int frame) {
    return frames.get(frame).getLast().target();
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
