package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * LULESH: the blast of Sedov on hexahedra that move with the material. The host makes the first
 * steps, so that the device meets a blast that has spread.
 *
 * <p>30 x 30 x 30 elements take 32.9 MiB, 8.2 times an L2 of 4 MiB; the quick 19 x 19 x 19 take 8.4
 * MiB, 8.4 times one of 1 MiB.
 */
final class Blast implements CudaProgram.Run {
  private static final int THREADS = 128;
  private static final int CORNERS = BlastElement.CORNERS;

  /** How far elements may be from those across a plane of symmetry, of the largest energy. */
  private static final double SYMMETRY_TOLERANCE = 1e-12;

  private final int edge;
  private final int steps;
  private final BlastMesh mesh;
  private double[] position = {};
  private double[] velocity = {};
  private double[] e = {};
  private double[] q = {};
  private double[] sound = {};
  private double dt;

  private Blast(Settings settings) {
    edge = settings.whole("edge", 2, 128);
    int before = settings.whole("before", 0, 1 << 20);
    steps = settings.whole("steps", 1, 1 << 20);
    mesh = new BlastMesh(edge);
    for (int i = 0; i < before; i++) {
      mesh.step();
    }
  }

  static CudaProgram program() {
    return new CudaProgram(
        "lulesh-cuda",
        "FF_Lulesh",
        "a blast on an unstructured mesh that moves with the material",
        "places, speeds, energy, viscosity and time step bit for bit; energy not gained, symmetric to %s"
            .formatted(SYMMETRY_TOLERANCE),
        new PtxResource(Blast.class, "lulesh"),
        List.of(
            InputParameter.whole("edge", "elements along an edge", 19, 30, 30),
            InputParameter.whole("before", "time steps that the host makes", 60, 300, 0),
            InputParameter.whole("steps", "time steps on the device", 1, 2, 932)),
        Blast::new);
  }

  @Override
  public void execute(Host host) {
    OnDevice device = new OnDevice(host, mesh);
    dt = mesh.dt();
    for (int i = 0; i < steps; i++) {
      dt = device.step(dt);
    }
    position = host.doubles(device.position);
    velocity = host.doubles(device.velocity);
    e = host.doubles(device.e);
    q = host.doubles(device.q);
    sound = host.doubles(device.sound);
  }

  /** The mesh on the device. */
  private static final class OnDevice {
    private final Host host;
    private final int elements;
    private final int count;
    private final int edge;
    private final DeviceBuffer nodes;
    private final DeviceBuffer neighbours;
    private final DeviceBuffer cornerStart;
    private final DeviceBuffer cornerList;
    final DeviceBuffer position;
    final DeviceBuffer velocity;
    private final DeviceBuffer acceleration;
    private final DeviceBuffer force;
    private final DeviceBuffer nodalMass;
    final DeviceBuffer e;
    private final DeviceBuffer p;
    final DeviceBuffer q;
    private final DeviceBuffer v;
    final DeviceBuffer sound;
    private final DeviceBuffer volume;
    private final DeviceBuffer mass;
    private final DeviceBuffer newV;
    private final DeviceBuffer change;
    private final DeviceBuffer size;
    private final DeviceBuffer rate;
    private final DeviceBuffer strain;
    private final DeviceBuffer gradient;
    private final DeviceBuffer length;
    private final DeviceBuffer linear;
    private final DeviceBuffer quadratic;
    private final DeviceBuffer volumes;
    private final DeviceBuffer stressCorners;
    private final DeviceBuffer hourglassCorners;
    private final DeviceBuffer derivatives;
    private final DeviceBuffer places;
    private final DeviceBuffer old;
    private final DeviceBuffer compression;
    private final DeviceBuffer halfCompression;
    private final DeviceBuffer work;
    private final DeviceBuffer clamped;
    private final DeviceBuffer newE;
    private final DeviceBuffer newP;
    private final DeviceBuffer newQ;
    private final DeviceBuffer halfP;
    private final DeviceBuffer stiffness;
    private final DeviceBuffer courant;
    private final DeviceBuffer hydro;

    OnDevice(Host host, BlastMesh mesh) {
      this.host = host;
      elements = mesh.elements;
      count = mesh.count;
      edge = mesh.edge;
      nodes = host.upload("nodelist", Dtype.I32, mesh.nodes, CORNERS, elements);
      neighbours = host.upload("neighbours", Dtype.I32, mesh.neighbours, 6, elements);
      cornerStart = host.upload("corner_start", Dtype.I32, mesh.cornerStart);
      cornerList = host.upload("corner_list", Dtype.I32, mesh.cornerList);
      position = host.upload("position", Dtype.F64, mesh.position, 3, count);
      velocity = host.upload("velocity", Dtype.F64, mesh.velocity, 3, count);
      acceleration = host.upload("acceleration", Dtype.F64, mesh.acceleration, 3, count);
      force = host.upload("force", Dtype.F64, mesh.force, 3, count);
      nodalMass = host.upload("nodal_mass", Dtype.F64, mesh.nodalMass);
      e = host.upload("e", Dtype.F64, mesh.e);
      p = host.upload("p", Dtype.F64, mesh.p);
      q = host.upload("q", Dtype.F64, mesh.q);
      v = host.upload("v", Dtype.F64, mesh.v);
      sound = host.upload("ss", Dtype.F64, mesh.sound);
      volume = host.upload("volo", Dtype.F64, mesh.volume);
      mass = host.upload("mass", Dtype.F64, mesh.mass);
      newV = element("vnew");
      change = element("delv");
      size = element("arealg");
      rate = element("vdov");
      strain = elements("strain", 3);
      gradient = elements("delv_xi", 3);
      length = elements("delx_xi", 3);
      linear = element("ql");
      quadratic = element("qq");
      volumes = element("determ");
      stressCorners = elements("f_elem", 3L * CORNERS);
      hourglassCorners = elements("hgf_elem", 3L * CORNERS);
      derivatives = elements("dvd", 3L * CORNERS);
      places = elements("x8n", 3L * CORNERS);
      old = elements("old", 6);
      compression = element("compression");
      halfCompression = element("comp_half_step");
      work = element("work");
      clamped = element("vnewc");
      newE = element("e_new");
      newP = element("p_new");
      newQ = element("q_new");
      halfP = element("p_half_step");
      stiffness = element("bvc");
      courant = host.allocate("dtcourant", Dtype.F64, Math.ceilDiv(elements, THREADS));
      hydro = host.allocate("dthydro", Dtype.F64, Math.ceilDiv(elements, THREADS));
    }

    private DeviceBuffer element(String name) {
      return host.allocate(name, Dtype.F64, elements);
    }

    private DeviceBuffer elements(String name, long each) {
      return host.allocate(name, Dtype.F64, each, elements);
    }

    private void launch(String kernel, int of, Object... arguments) {
      host.launch(kernel, Math.ceilDiv(of, THREADS), THREADS, arguments);
    }

    /** A step of so much time; gives the next. */
    double step(double dt) {
      forces();
      launch("advance", count, force, nodalMass, acceleration, velocity, position, dt, edge, count);
      launch(
          "kinematics",
          elements,
          nodes,
          position,
          velocity,
          volume,
          v,
          newV,
          change,
          size,
          strain,
          rate,
          dt,
          elements,
          count);
      launch(
          "gradients",
          elements,
          nodes,
          position,
          velocity,
          volume,
          newV,
          gradient,
          length,
          elements,
          count);
      launch(
          "viscosity",
          elements,
          gradient,
          length,
          neighbours,
          rate,
          mass,
          volume,
          newV,
          linear,
          quadratic,
          elements);
      material();
      launch("constraints", elements, sound, rate, size, courant, hydro, elements);
      return BlastMesh.nextStep(dt, least(courant), least(hydro));
    }

    private double least(DeviceBuffer ofBlocks) {
      return Arrays.stream(host.doubles(ofBlocks)).min().orElseThrow();
    }

    private void forces() {
      launch("stress", elements, nodes, position, p, q, stressCorners, volumes, elements, count);
      launch(
          "sum_corners", count, cornerStart, cornerList, stressCorners, force, elements, count, 0);
      launch(
          "hourglass_modes",
          elements,
          nodes,
          position,
          volume,
          v,
          derivatives,
          places,
          volumes,
          elements,
          count);
      launch(
          "hourglass_force",
          elements,
          nodes,
          velocity,
          derivatives,
          places,
          volumes,
          sound,
          mass,
          hourglassCorners,
          elements,
          count);
      launch(
          "sum_corners",
          count,
          cornerStart,
          cornerList,
          hourglassCorners,
          force,
          elements,
          count,
          1);
    }

    private void material() {
      launch(
          "collect",
          elements,
          e,
          p,
          q,
          linear,
          quadratic,
          change,
          newV,
          old,
          compression,
          halfCompression,
          work,
          clamped,
          elements);
      launch(
          "energy",
          elements,
          old,
          compression,
          halfCompression,
          work,
          clamped,
          newE,
          newP,
          newQ,
          halfP,
          stiffness,
          elements);
      launch(
          "deliver", elements, newE, newP, newQ, stiffness, clamped, newV, e, p, q, sound, v,
          elements);
    }
  }

  @Override
  public void check() {
    BlastMesh expected = new BlastMesh(mesh);
    double energy = expected.energy();
    for (int i = 0; i < steps; i++) {
      expected.step();
    }
    Results.same("position", expected.position, position);
    Results.same("velocity", expected.velocity, velocity);
    Results.same("e", expected.e, e);
    Results.same("q", expected.q, q);
    Results.same("ss", expected.sound, sound);
    Results.same("dt", new double[] {expected.dt()}, new double[] {dt});
    if (!(expected.energy() <= energy)) {
      throw new WrongResultException(
          "energy went from %s to %s".formatted(energy, expected.energy()));
    }
    checkSymmetry();
  }

  /** Axes may be exchanged. */
  private void checkSymmetry() {
    double tolerance = SYMMETRY_TOLERANCE * Arrays.stream(e).max().orElseThrow();
    for (int i = 0; i < e.length; i++) {
      int x = i % edge;
      int y = i / edge % edge;
      int z = i / edge / edge;
      Results.near("e of " + i, e[(x * edge + y) * edge + z], e[i], tolerance);
      Results.near("e of " + i, e[(z * edge + x) * edge + y], e[i], tolerance);
    }
  }
}
