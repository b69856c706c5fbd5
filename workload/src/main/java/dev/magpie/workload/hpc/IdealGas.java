package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Memory;

/**
 * The equation of state of LULESH, region by region: energy, pressure and viscosity at the end of a
 * step by way of the middle of it, from copies of a region's elements.
 */
final class IdealGas {
  private static final double CUT = 1e-7;
  private static final double LEAST_ENERGY = -1e15;
  private static final double GAMMA_LESS_1 = 2.0 / 3;
  private static final double TINY = 0.1111111e-36;

  private final double[] eOld;
  private final double[] delvc;
  private final double[] pOld;
  private final double[] qOld;
  private final double[] compression;
  private final double[] compHalfStep;
  private final double[] qqOld;
  private final double[] qlOld;
  private final double[] work;
  private final double[] pNew;
  private final double[] eNew;
  private final double[] qNew;
  private final double[] bvc;
  private final double[] pbvc;
  private final double[] pHalfStep;

  /**
   * @param most elements of a region
   */
  IdealGas(int most) {
    eOld = new double[most];
    delvc = new double[most];
    pOld = new double[most];
    qOld = new double[most];
    compression = new double[most];
    compHalfStep = new double[most];
    qqOld = new double[most];
    qlOld = new double[most];
    work = new double[most];
    pNew = new double[most];
    eNew = new double[most];
    qNew = new double[most];
    bvc = new double[most];
    pbvc = new double[most];
    pHalfStep = new double[most];
  }

  /** What elements have, of which the gas changes e, p, q and ss. */
  static final class Elements {
    final double[] e;
    final double[] p;
    final double[] q;
    final double[] ql;
    final double[] qq;
    final double[] delv;
    final double[] ss;

    Elements(int count) {
      e = new double[count];
      p = new double[count];
      q = new double[count];
      ql = new double[count];
      qq = new double[count];
      delv = new double[count];
      ss = new double[count];
    }
  }

  void evaluate(Elements elements, double[] vnewc, int[] region) {
    for (int i = 0; i < region.length; i++) {
      int element = region[i];
      eOld[i] = elements.e[element];
      delvc[i] = elements.delv[element];
      pOld[i] = elements.p[element];
      qOld[i] = elements.q[element];
      qqOld[i] = elements.qq[element];
      qlOld[i] = elements.ql[element];
      compression[i] = 1 / vnewc[element] - 1;
      compHalfStep[i] = 1 / (vnewc[element] - delvc[i] * 0.5) - 1;
      work[i] = 0;
    }
    energy(vnewc, region);
    for (int i = 0; i < region.length; i++) {
      int element = region[i];
      elements.p[element] = pNew[i];
      elements.e[element] = eNew[i];
      elements.q[element] = qNew[i];
      elements.ss[element] = soundSpeed(i, vnewc[element], pNew[i]);
    }
  }

  private void energy(double[] vnewc, int[] region) {
    for (int i = 0; i < region.length; i++) {
      double half = eOld[i] - 0.5 * delvc[i] * (pOld[i] + qOld[i]) + 0.5 * work[i];
      eNew[i] = Math.max(LEAST_ENERGY, half);
    }
    pressure(pHalfStep, compHalfStep, region.length);
    for (int i = 0; i < region.length; i++) {
      double vhalf = 1 / (1 + compHalfStep[i]);
      qNew[i] = delvc[i] > 0 ? 0 : soundSpeed(i, vhalf, pHalfStep[i]) * qlOld[i] + qqOld[i];
      eNew[i] += 0.5 * delvc[i] * (3 * (pOld[i] + qOld[i]) - 4 * (pHalfStep[i] + qNew[i]));
    }
    for (int i = 0; i < region.length; i++) {
      eNew[i] = cut(eNew[i] + 0.5 * work[i]);
    }
    pressure(pNew, compression, region.length);
    for (int i = 0; i < region.length; i++) {
      double v = vnewc[region[i]];
      double q = delvc[i] > 0 ? 0 : soundSpeed(i, v, pNew[i]) * qlOld[i] + qqOld[i];
      double work = 7 * (pOld[i] + qOld[i]) - 8 * (pHalfStep[i] + qNew[i]) + (pNew[i] + q);
      eNew[i] = cut(eNew[i] - work * delvc[i] / 6);
    }
    pressure(pNew, compression, region.length);
    for (int i = 0; i < region.length; i++) {
      if (delvc[i] <= 0) {
        double q = soundSpeed(i, vnewc[region[i]], pNew[i]) * qlOld[i] + qqOld[i];
        qNew[i] = Math.abs(q) < CUT ? 0 : q;
      }
    }
  }

  private static double cut(double energy) {
    return Math.abs(energy) < CUT ? 0 : Math.max(LEAST_ENERGY, energy);
  }

  private void pressure(double[] p, double[] compressed, int count) {
    for (int i = 0; i < count; i++) {
      bvc[i] = GAMMA_LESS_1 * (compressed[i] + 1);
      pbvc[i] = GAMMA_LESS_1;
    }
    for (int i = 0; i < count; i++) {
      double value = bvc[i] * eNew[i];
      p[i] = value < CUT ? 0 : value;
    }
  }

  private double soundSpeed(int i, double v, double p) {
    double square = pbvc[i] * eNew[i] + v * v * bvc[i] * p;
    return square <= TINY ? 0.3333333e-18 : Math.sqrt(square);
  }

  void addTo(Memory memory) {
    memory.f64("e_old", eOld).f64("delvc", delvc).f64("p_old", pOld).f64("q_old", qOld);
    memory.f64("compression", compression).f64("compHalfStep", compHalfStep);
    memory.f64("qq_old", qqOld).f64("ql_old", qlOld).f64("work", work);
    memory.f64("p_new", pNew).f64("e_new", eNew).f64("q_new", qNew);
    memory.f64("bvc", bvc).f64("pbvc", pbvc).f64("pHalfStep", pHalfStep);
  }
}
