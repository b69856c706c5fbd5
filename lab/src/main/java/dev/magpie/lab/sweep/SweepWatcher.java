package dev.magpie.lab.sweep;

/** Is told how a sweep goes, by any thread. */
public interface SweepWatcher {
  /** Watches nothing. */
  SweepWatcher NONE =
      new SweepWatcher() {
        @Override
        public void complain(String message) {
          // Nobody is there.
        }

        @Override
        public void begun(SweepPoint point) {
          // Nobody is there.
        }

        @Override
        public void ended(SweepPoint point, SweptPoint came, boolean already) {
          // Nobody is there.
        }
      };

  /** Something is not as it should be, and is being dealt with. */
  void complain(String message);

  /** A point is under way. */
  void begun(SweepPoint point);

  /**
   * The file of a point is there.
   *
   * @param already whether an earlier run has made it
   */
  void ended(SweepPoint point, SweptPoint came, boolean already);
}
