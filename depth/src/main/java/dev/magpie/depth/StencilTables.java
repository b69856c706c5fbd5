package dev.magpie.depth;

import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.StencilFace;
import dev.magpie.depth.raster.StencilState;
import dev.magpie.settings.SettingsTable;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The stencil state of a pass in a scene file:
 *
 * <pre>{@code
 * [pass.stencil]
 * test = "always"          # how the reference compares with what is stored
 * reference = 0
 * read-mask = 255          # the bits that are compared
 * write-mask = 255         # and those that change
 * fail = "keep"            # where the test fails; or zero, replace, incr, decr, incr-wrap,
 *                          # decr-wrap, invert
 * depth-fail = "keep"      # where it passes, and the depth test fails
 * pass = "keep"            # where both pass
 * front = { ... }          # for counter-clockwise triangles alone: any of these keys
 * back = { ... }           # for the others
 * }</pre>
 */
final class StencilTables {
  private static final Set<String> OF_FACE =
      Set.of("test", "reference", "read-mask", "write-mask", "fail", "depth-fail", "pass");

  private static final String CLEAR = "clear-stencil";

  private final PassTables passes;
  private final SceneFile file;

  StencilTables(PassTables passes, SceneFile file) {
    this.passes = passes;
    this.file = file;
  }

  /** The state that a pass's table says. */
  StencilState read(String pass, SettingsTable table) {
    if (!table.has("stencil")) {
      return StencilState.OFF;
    }
    SettingsTable stencil = inner(pass, table, "stencil");
    String where = pass + ": stencil";
    Set<String> known = new TreeSet<>(OF_FACE);
    known.add("front");
    known.add("back");
    file.check(where, stencil, known);
    StencilFace both = face(where, stencil, StencilFace.OFF);
    return new StencilState(
        side(where, stencil, "front", both), side(where, stencil, "back", both));
  }

  /** What a pass's table says that all values become before it. */
  OptionalInt clear(String pass, SettingsTable table) {
    return table.has(CLEAR) ? OptionalInt.of(bits(pass, table, CLEAR, 0)) : OptionalInt.empty();
  }

  private StencilFace side(String where, SettingsTable table, String key, StencilFace both) {
    if (!table.has(key)) {
      return both;
    }
    SettingsTable side = inner(where, table, key);
    String whose = where + ": " + key;
    file.check(whose, side, OF_FACE);
    return face(whose, side, both);
  }

  private SettingsTable inner(String where, SettingsTable table, String key) {
    if (table.get(key).orElseThrow() instanceof SettingsTable inner) {
      return inner;
    }
    throw file.bad(where, table, key, key + " is a table, as in { test = \"equal\" }");
  }

  private StencilFace face(String where, SettingsTable table, StencilFace otherwise) {
    StencilUpdate update = otherwise.update();
    return new StencilFace(
        passes.word(where, table, "test", DepthTest.values(), otherwise.test()),
        bits(where, table, "read-mask", otherwise.readMask()),
        new StencilUpdate(
            operation(where, table, "fail", update.fail()),
            operation(where, table, "depth-fail", update.depthFail()),
            operation(where, table, "pass", update.pass()),
            bits(where, table, "reference", update.reference()),
            bits(where, table, "write-mask", update.writeMask())));
  }

  private StencilOperation operation(
      String where, SettingsTable table, String key, StencilOperation otherwise) {
    return passes.word(where, table, key, StencilOperation.values(), otherwise);
  }

  private int bits(String where, SettingsTable table, String key, int otherwise) {
    Object value = table.get(key).orElse((long) otherwise);
    if (value instanceof Long number && number >= 0 && number <= StencilBuffer.LARGEST) {
      return number.intValue();
    }
    throw file.bad(
        where,
        table,
        key,
        "%s is a whole number from 0 to %d".formatted(key, StencilBuffer.LARGEST));
  }
}
