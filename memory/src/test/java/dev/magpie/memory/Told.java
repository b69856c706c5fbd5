package dev.magpie.memory;

import java.util.ArrayList;
import java.util.List;

/** What {@link Places} tell, a line for each run. */
public final class Told {
  private Told() {}

  /**
   * Lines such as {@code READ 4 at 128} and, of metadata, {@code METADATA_READ 1 at table+32, unit
   * 1}; they are forgotten then, as are the sums.
   */
  public static List<String> places(Transfers transfers) {
    List<String> lines = new ArrayList<>();
    Places places = transfers.places();
    for (int run = 0; run < places.count(); run++) {
      long address = places.address(run);
      String at =
          address < CompressedMemory.TABLE
              ? Long.toString(address)
              : "table+" + (address - CompressedMemory.TABLE);
      String line = "%s %d at %s".formatted(places.kind(run), places.bursts(run), at);
      lines.add(
          switch (places.kind(run)) {
            case READ, WRITE -> line;
            case METADATA_READ, METADATA_WRITE -> line + ", unit " + places.unit(run);
          });
    }
    transfers.reset();
    return lines;
  }
}
