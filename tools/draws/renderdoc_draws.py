"""Makes a stream of draws, which `magpie depth` replays, of a frame that RenderDoc has captured.

    python3 renderdoc_draws.py capture.rdc frame.draws [--name NAME]

It opens the capture with RenderDoc's Python module (Debian: python3-renderdoc), replays it with whatever
OpenGL or Vulkan there is, and takes of every draw that tests depths or stencil values the state, the
viewport, and the triangles as the vertex stages have left them. Captures of Direct3D are refused.

Draws with neither test are left out, as they touch no depths. What fragments do to depths is not
recorded: discarded fragments and depths that shaders write. Such a draw counts as one of whole triangles.
"""

import argparse
import math
import sys
from array import array

import renderdoc as rd
from draw_stream import Draw, Pass, Stream, Target
from renderdoc_state import OpenGl, Vulkan

_STATES = {rd.GraphicsAPI.OpenGL: OpenGl, rd.GraphicsAPI.Vulkan: Vulkan}
_INDEX_TYPES = {1: "B", 2: "H", 4: "I"}


class Unusable(Exception):
    """A capture that cannot be converted, in a line."""


class Converter:
    """Goes through a capture's actions in their order."""

    def __init__(self, controller, states):
        self.controller = controller
        self.states = states
        self.textures = {each.resourceId: each for each in controller.GetTextures()}
        self.names = {each.resourceId: each.name for each in controller.GetResources()}
        self.targets = {}
        self.cleared = {}
        self.drawn = {}
        self.marked = set()
        self.stencil = {}
        self.passes = []
        self.kind = None
        self.minus_one = False
        self.skipped = {}

    def frame(self):
        """All passes, in their order."""
        for action in _leaves(self.controller.GetRootActions()):
            clear = self.states.clear(action, self.textures.get)
            if clear is not None:
                self._clear(clear)
            elif action.flags & rd.ActionFlags.Drawcall:
                self._draw(action)
        return [each for each in self.passes if each.draws]

    def _skip(self, why):
        self.skipped[why] = self.skipped.get(why, 0) + 1

    def _clear(self, clear):
        resource = clear.target
        if clear.depth is None:
            self._clear_stencil(clear)
            return
        if clear.depth not in (0.0, 1.0):
            self._skip("clears to a depth that is neither 0 nor 1")
            return
        if clear.stencil is None and resource in self.marked:
            self._skip("clears of depths that clear stencil values to 0, too")
        # A part that nothing was drawn to is as clear as what the frame begins with.
        touched = [each for each in self.drawn.get(resource, []) if _overlap(each, clear.area)]
        if clear.area is not None and touched and resource in self.cleared:
            self._skip("clears of a part that was drawn to before")
            return
        self.kind = None
        if clear.area is None or resource not in self.cleared:
            self.cleared[resource] = (clear.depth, False)
            self.drawn[resource] = []
            self.marked.discard(resource)
            # 0 is what stencil values are then.
            self.stencil[resource] = clear.stencil or None

    def _clear_stencil(self, clear):
        if clear.area is not None:
            self._skip("clears of stencil values in a part of a target")
            return
        self.kind = None
        used = clear.target in self.marked or clear.stencil != 0
        self.stencil[clear.target] = clear.stencil if used else None

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
        resource = action.depthOut
        if resource == rd.ResourceId.Null():
            self._skip("draws without a depth test")
            return
        state = self.states.state(action, self.textures[resource])
        marks = state.stencil is not None and any(_writes(face) for face in state.stencil)
        if state.test is None and state.stencil is None:
            self._skip("draws without a depth test")
        elif not (state.colour or state.writes or marks):
            self._skip("draws that change nothing")
        elif state.culling is None:
            self._skip("draws that cull all faces")
        else:
            self._take(action, resource, state, marks)

    def _take(self, action, resource, state, marks):
        triangles = self._triangles(action, state)
        if state.viewport[2] <= 0 or state.viewport[3] <= 0 or not triangles[1]:
            self._skip("draws of no triangle")
            return
        if state.colour:
            kind = "opaque" if state.writes else "read-only"
        else:
            kind = "depth" if state.writes else "stencil"
        target, first = self._target(resource)
        stencil = self.stencil.pop(resource, None)
        if first or stencil is not None or (resource, kind) != self.kind:
            self.kind = (resource, kind)
            self.passes.append(Pass(f"{len(self.passes) + 1} {kind}", target, first, [], stencil))
        if marks:
            self.marked.add(resource)
        self.drawn.setdefault(resource, []).append(state.viewport[:4])
        self.passes[-1].draws.append(
            Draw(
                f"event {action.eventId}",
                *triangles,
                # Without a depth test all pass, and nothing is written.
                test=state.test or "always",
                writes=state.writes,
                bias=state.bias,
                culling=state.culling,
                viewport=state.viewport,
                scissor=state.scissor,
                note=state.note,
                stencil=state.stencil,
            )
        )

    def _triangles(self, action, state):
        """Floats of vertices, and triangles, of all instances."""
        vertices = array("f")
        corners = []
        self.minus_one |= state.minus_one
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
                vertices.extend((x, -y if state.downwards else y, (z + w) / 2 if state.minus_one else z, w))
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


def _overlap(one, other):
    if other is None:
        return True
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _writes(face):
    return face.write_mask != 0 and {face.fail, face.depth_fail, face.depth_pass} != {"keep"}


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
            if api not in _STATES:
                raise Unusable(f"{capture}: is of {api.name}; captures of OpenGL and of Vulkan can be converted")
            converter = Converter(controller, _STATES[api](controller))
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
