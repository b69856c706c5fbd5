package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** More banks than a word has bits: those behind it are served as the first ones are. */
class ManyBanksTest {
  private static final DramConfig FEW = Configs.named("hbm2-2000");

  /** In the order in which it is told: tags, and when they are done. */
  private static List<Long> served(DramConfig config, int firstBank) {
    List<Long> served = new ArrayList<>();
    CompletionSink sink =
        new CompletionSink() {
          @Override
          public void readDone(long tag, long cycle) {
            served.add(tag);
            served.add(cycle);
          }

          @Override
          public void writeDone(long tag, long cycle) {
            served.add(~tag);
            served.add(cycle);
          }
        };
    DramChannel channel = new DramChannel(config, sink, (_, _, _, _) -> {});
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 300; i++) {
      int bank = firstBank + random.nextInt(FEW.banks());
      long place = AddressMap.place(0, bank, random.nextInt(3), random.nextInt(8));
      if (random.nextInt(3) == 0) {
        channel.offerWrite(channel.awaitWriteRoom(), place, i);
      } else {
        channel.offerRead(channel.awaitReadRoom(), place, i);
      }
    }
    served.add(channel.drain());
    return served;
  }

  @Test
  void whereBanksAreDoesNotMatter() {
    List<Integer> counts = new ArrayList<>(FEW.counts());
    counts.set(1, counts.get(1) * 4);
    DramConfig many = Configs.with(FEW, counts, FEW.constraints());
    assertThat(many.banks()).isEqualTo(128);
    List<Long> expected = served(FEW, 0);
    assertThat(expected.getLast()).as("no refresh comes in between").isLessThan(FEW.timing("REFI"));
    for (int firstBank = 0; firstBank < many.banks(); firstBank += FEW.banks()) {
      assertThat(served(many, firstBank)).as("from bank %d on", firstBank).isEqualTo(expected);
    }
  }
}
