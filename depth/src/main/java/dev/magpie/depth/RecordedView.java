package dev.magpie.depth;

import dev.magpie.depth.draws.DrawPass;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.RecordedDraw;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Vector3;

/**
 * The view of a pass that was recorded, for pictures: distances of its near and far plane follow
 * from how z grows with w. Where the eye was and how wide it saw, no stream tells.
 */
final class RecordedView {
  private static final Vector3 EYE = new Vector3(0, 0, 0);
  private static final Vector3 AT = new Vector3(0, 0, -1);
  private static final double FIELD_OF_VIEW = 60;

  /** Where z does not grow with w as a perspective's does. */
  private static final Camera UNKNOWN =
      new Camera(EYE, AT, Vector3.UP, new Projection.Orthographic(1), 0, 1);

  // Sums for the line through all vertices: z = slope * w + offset.
  private double count;
  private double sumW;
  private double sumZ;
  private double sumWw;
  private double sumWz;

  private RecordedView() {}

  static Camera of(DrawPass pass) {
    RecordedView view = new RecordedView();
    for (RecordedDraw draw : pass.draws()) {
      double[] vertices = draw.triangles().vertices();
      // As distances grow: 0 is near.
      boolean reversed = pass.target().range() == DepthRange.REVERSED;
      boolean turned = draw.viewport().farDepth() < draw.viewport().nearDepth();
      for (int n = 0; n < vertices.length; n += 4) {
        double w = vertices[n + 3];
        double z = reversed == turned ? vertices[n + 2] : w - vertices[n + 2];
        view.add(w, z);
      }
    }
    return view.camera();
  }

  private void add(double w, double z) {
    count++;
    sumW += w;
    sumZ += z;
    sumWw += w * w;
    sumWz += w * z;
  }

  private Camera camera() {
    double spread = count * sumWw - sumW * sumW;
    double slope = (count * sumWz - sumW * sumZ) / spread;
    double offset = (sumZ - slope * sumW) / count;
    double near = -offset / slope;
    if (!(spread > 1e-9 * count * sumWw && near > 0 && Double.isFinite(near))) {
      return UNKNOWN;
    }
    double far = slope > 1 ? -offset / (slope - 1) : Double.POSITIVE_INFINITY;
    return far > near ? new Camera(EYE, AT, Vector3.UP, FIELD_OF_VIEW, near, far) : UNKNOWN;
  }
}
