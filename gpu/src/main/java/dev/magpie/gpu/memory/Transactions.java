package dev.magpie.gpu.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The transactions that controllers have under way, by number; objects are used again. */
final class Transactions {
  private Transaction[] all = new Transaction[256];
  private @Nullable Transaction free;
  private int used;

  Transaction get(int number) {
    return all[number];
  }

  Transaction take() {
    Transaction old = free;
    if (old != null) {
      free = old.next;
      old.next = null;
      old.clear();
      return old;
    }
    if (used == all.length) {
      all = Arrays.copyOf(all, 2 * used);
    }
    Transaction made = new Transaction(used);
    all[used++] = made;
    return made;
  }

  void free(Transaction transaction) {
    transaction.next = free;
    free = transaction;
  }
}
