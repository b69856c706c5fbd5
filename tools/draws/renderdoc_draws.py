"""Makes a stream of draws, which `magpie depth` replays, of a frame that RenderDoc has captured.

    python3 renderdoc_draws.py capture.rdc frame.draws [--name NAME]

It opens the capture with RenderDoc's Python module (Debian: python3-renderdoc), replays it with whatever
OpenGL there is, and takes of every draw that tests depths the state, the viewport, and the triangles as
the vertex stages have left them. Captures of OpenGL are taken; others are refused.

Draws without a depth test are left out, as they touch no depths. What fragments do to depths is not
recorded: discarded fragments and depths that shaders write. Such a draw counts as one of whole triangles.
"""

import argparse
import math
import re
import sys
from array import array

import renderdoc as rd
from draw_stream import Draw, Pass, Stream, Target

_TESTS = {
    rd.CompareFunction.Never: "never",
    rd.CompareFunction.Less: "less",
    rd.CompareFunction.Equal: "equal",
    rd.CompareFunction.LessEqual: "lequal",
    rd.CompareFunction.Greater: "greater",
    rd.CompareFunction.NotEqual: "notequal",
    rd.CompareFunction.GreaterEqual: "gequal",
    rd.CompareFunction.AlwaysTrue: "always",
}
_INDEX_TYPES = {1: "B", 2: "H", 4: "I"}


class Unusable(Exception):
    """A capture that cannot be converted, in a line."""


class Converter:
    """Goes through a capture's actions in their order."""

    def __init__(self, controller):
        self.controller = controller
        self.file = controller.GetStructuredFile()
        self.textures = {each.resourceId: each for each in controller.GetTextures()}
        self.names = {each.resourceId: each.name for each in controller.GetResources()}
        self.targets = {}
        self.cleared = {}
        self.drawn = {}
        self.passes = []
        self.kind = None
        self.minus_one = False
        self.skipped = {}

    def frame(self):
        """All passes, in their order."""
        for action in _leaves(self.controller.GetRootActions()):
            if action.flags & rd.ActionFlags.ClearDepthStencil:
                self._clear(action)
            elif action.flags & rd.ActionFlags.Drawcall:
                self._draw(action)
        return [each for each in self.passes if each.draws]

    def _skip(self, why):
        self.skipped[why] = self.skipped.get(why, 0) + 1

    def _state(self, action):
        self.controller.SetFrameEvent(action.eventId, False)
        return self.controller.GetGLPipelineState()

    def _clear(self, action):
        resource = action.depthOut
        if resource == rd.ResourceId.Null():
            return
        said = re.search(r"[Dd]epth = <?([0-9.]+)", action.GetName(self.file))
        if said is None or float(said[1]) not in (0.0, 1.0):
            self._skip("clears to a depth that is neither 0 nor 1")
            return
        area = _scissor(self._state(action), self.textures[resource])
        # A part that nothing was drawn to is as clear as what the frame begins with.
        touched = [each for each in self.drawn.get(resource, []) if _overlap(each, area)]
        if area is not None and touched and resource in self.cleared:
            self._skip("clears of a part that was drawn to before")
            return
        self.kind = None
        if area is None or resource not in self.cleared:
            self.cleared[resource] = (float(said[1]), False)
            self.drawn[resource] = []

    def _target(self, resource):
        depth, used = self.cleared.get(resource, (1.0, False))
        if resource not in self.cleared:
            self._skip("draws to a target that no action of the frame has cleared, taken to be clear")
        self.cleared[resource] = (depth, True)
        if resource not in self.targets:
            texture = self.textures[resource]
            self.targets[resource] = Target(
                self.names.get(resource, "target"),
                texture.width,
                texture.height,
                _format(texture.format.Name()),
                max(1, texture.msSamp),
                "normal" if depth == 1.0 else "reversed",
            )
        return self.targets[resource], not used

    def _draw(self, action):
        state = self._state(action)
        resource = action.depthOut
        if resource == rd.ResourceId.Null() or not state.depthState.depthEnable:
            self._skip("draws without a depth test")
            return
        writes = bool(state.depthState.depthWrites)
        test = _TESTS[state.depthState.depthFunction]
        texture = self.textures[resource]
        viewport = _viewport(state, texture)
        triangles = self._triangles(action, state)
        if viewport is None or not triangles[1]:
            self._skip("draws of no triangle")
            return
        colour = any(
            output.resourceId != rd.ResourceId.Null() and blend.writeMask != 0
            for output, blend in zip(state.framebuffer.drawFBO.colorAttachments, state.framebuffer.blendState.blends)
        )
        if not colour and not writes:
            self._skip("draws that change nothing")
            return
        kind = (resource, "depth" if not colour else "opaque" if writes else "read-only")
        target, first = self._target(resource)
        if first or kind != self.kind:
            self.kind = kind
            self.passes.append(Pass(f"{len(self.passes) + 1} {kind[1]}", target, first, []))
        raster = state.rasterizer.state
        self.drawn.setdefault(resource, []).append(viewport[:4])
        self.passes[-1].draws.append(
            Draw(
                f"event {action.eventId}",
                *triangles,
                test=test,
                writes=writes,
                bias=(raster.depthBias, raster.slopeScaledDepthBias),
                culling=_culling(raster),
                viewport=viewport,
                scissor=_scissor(state, texture),
                note=_note(state),
            )
        )

    def _triangles(self, action, state):
        """Floats of vertices, and triangles, of all instances."""
        vertices = array("f")
        corners = []
        minus_one = state.vertexProcessing.clipNegativeOneToOne
        self.minus_one |= minus_one
        for instance in range(max(1, action.numInstances)):
            mesh = self._post_transform(instance)
            if mesh is None:
                self._skip("draws whose vertices RenderDoc does not tell")
                continue
            indices = self._indices(mesh)
            data = bytes(
                self.controller.GetBufferData(
                    mesh.vertexResourceId, mesh.vertexByteOffset, mesh.vertexByteStride * (max(indices, default=-1) + 1)
                )
            )
            base = len(vertices) // 4
            for start in range(0, len(data) - 15, mesh.vertexByteStride):
                x, y, z, w = array("f", data[start : start + 16])
                vertices.extend((x, y, (z + w) / 2 if minus_one else z, w))
            count = len(vertices) // 4 - base
            for triangle in _assembled(indices, mesh.topology):
                if triangle is None:
                    self._skip("draws of lines and points")
                    break
                if max(triangle) < count and all(_somewhere(vertices, base + corner) for corner in triangle):
                    corners.extend(base + corner for corner in triangle)
                else:
                    self._skip("triangles with a corner that is nowhere")
        return vertices, corners

    def _post_transform(self, instance):
        for stage in (rd.MeshDataStage.GSOut, rd.MeshDataStage.VSOut):
            mesh = self.controller.GetPostVSData(instance, 0, stage)
            if mesh.vertexResourceId != rd.ResourceId.Null() and mesh.numIndices > 0:
                return mesh
        return None

    def _indices(self, mesh):
        if mesh.indexResourceId == rd.ResourceId.Null():
            return range(mesh.numIndices)
        size = mesh.indexByteStride
        data = bytes(self.controller.GetBufferData(mesh.indexResourceId, mesh.indexByteOffset, size * mesh.numIndices))
        indices = array(_INDEX_TYPES[size], data[: len(data) // size * size])
        restart = (1 << 8 * size) - 1
        return [-1 if index == restart else index + mesh.baseVertex for index in indices]


def _leaves(actions):
    for action in actions:
        yield action
        yield from _leaves(action.children)


def _assembled(indices, topology):
    """Triangles in the order and sense of drawing; a None where the topology has none."""
    if topology == rd.Topology.TriangleList:
        for at in range(0, len(indices) - 2, 3):
            yield indices[at], indices[at + 1], indices[at + 2]
    elif topology in (rd.Topology.TriangleStrip, rd.Topology.TriangleFan):
        run = []
        for index in indices:
            if index < 0:
                run = []
                continue
            run.append(index)
            if len(run) < 3:
                continue
            if topology == rd.Topology.TriangleFan:
                yield run[0], run[-2], run[-1]
            else:
                yield (run[-3], run[-2], run[-1]) if len(run) % 2 else (run[-2], run[-3], run[-1])
    else:
        yield None


def _somewhere(vertices, vertex):
    place = vertices[4 * vertex : 4 * vertex + 4]
    return any(place) and all(math.isfinite(each) for each in place)


def _viewport(state, texture):
    """As streams have it, from the upper side."""
    view = state.rasterizer.viewports[0]
    if view.width <= 0 or view.height <= 0:
        return None
    return (view.x, texture.height - view.y - view.height, view.width, view.height, view.minDepth, view.maxDepth)


def _scissor(state, texture):
    """The rectangle if it leaves any of the target out."""
    cut = state.rasterizer.scissors[0]
    if not cut.enabled:
        return None
    left = min(max(cut.x, 0), texture.width)
    right = min(max(cut.x + cut.width, left), texture.width)
    low = min(max(cut.y, 0), texture.height)
    high = min(max(cut.y + cut.height, low), texture.height)
    whole = right - left == texture.width and high - low == texture.height
    return None if whole else (left, texture.height - high, right - left, high - low)


def _overlap(one, other):
    if other is None:
        return True
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _culling(raster):
    """Which way round is left out: "back" is what runs clockwise."""
    if raster.cullMode == rd.CullMode.NoCull:
        return "none"
    if raster.cullMode == rd.CullMode.FrontAndBack:
        raise Unusable("a draw culls all faces")
    return "back" if (raster.cullMode == rd.CullMode.Back) == bool(raster.frontCCW) else "front"


def _note(state):
    """State that streams tell and do not replay."""
    notes = []
    if state.stencilState.stencilEnable:
        face = state.stencilState.frontFace
        notes.append(f"stencil {face.function.name} {face.reference} {face.passOperation.name}")
    if state.rasterizer.state.depthClamp:
        notes.append("depth clamp")
    return ", ".join(notes)


def _format(name):
    if name.startswith("D16"):
        return "d16"
    if name.startswith("D32"):
        return "d32f"
    return "d24"


def convert(capture, name):
    """The stream of a capture's frame."""
    rd.InitialiseReplay(rd.GlobalEnvironment(), [])
    file = rd.OpenCaptureFile()
    try:
        result = file.OpenFile(capture, "", None)
        if result != rd.ResultCode.Succeeded:
            raise Unusable(f"{capture}: RenderDoc cannot open it: {result}")
        if file.LocalReplaySupport() != rd.ReplaySupport.Supported:
            raise Unusable(f"{capture}: RenderDoc cannot replay it on this machine")
        result, controller = file.OpenCapture(rd.ReplayOptions(), None)
        if result != rd.ResultCode.Succeeded:
            raise Unusable(f"{capture}: RenderDoc cannot replay it: {result}")
        try:
            api = controller.GetAPIProperties().pipelineType
            if api != rd.GraphicsAPI.OpenGL:
                raise Unusable(f"{capture}: is of {api.name}, and only captures of OpenGL can be converted")
            converter = Converter(controller)
            passes = converter.frame()
            if not passes:
                raise Unusable(f"{capture}: nothing in it tests depths")
            for why, count in sorted(converter.skipped.items()):
                print(f"{capture}: left out: {count} {why}", file=sys.stderr)
            origin = f"RenderDoc {rd.GetVersionString()}, {file.DriverName()}"
            return Stream(
                name,
                origin,
                [each for each in converter.targets.values() if any(one.target == each for one in passes)],
                [passes],
                "-1 to 1" if converter.minus_one else "0 to 1",
            )
        finally:
            controller.Shutdown()
    finally:
        file.Shutdown()
        rd.ShutdownReplay()


def main():
    parser = argparse.ArgumentParser(description="Make a stream of draws of a RenderDoc capture.")
    parser.add_argument("capture")
    parser.add_argument("stream")
    parser.add_argument("--name", default="capture")
    options = parser.parse_args()
    try:
        convert(options.capture, options.name).write(options.stream)
    except (Unusable, OSError) as e:
        sys.exit(f"renderdoc_draws: {e}")


if __name__ == "__main__":
    main()
