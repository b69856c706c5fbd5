"""What RenderDoc tells of a draw, in the words of streams, whichever interface it was made with."""

import re
from dataclasses import dataclass

import renderdoc as rd
from draw_stream import StencilFace

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
_OPERATIONS = {
    rd.StencilOperation.Keep: "keep",
    rd.StencilOperation.Zero: "zero",
    rd.StencilOperation.Replace: "replace",
    rd.StencilOperation.IncSat: "incr",
    rd.StencilOperation.DecSat: "decr",
    rd.StencilOperation.IncWrap: "incr-wrap",
    rd.StencilOperation.DecWrap: "decr-wrap",
    rd.StencilOperation.Invert: "invert",
}


@dataclass
class Clear:
    """What an action clears of a target: depths and stencil values, or one of them, in an area or all."""

    target: rd.ResourceId
    depth: float = None
    stencil: int = None
    area: tuple = None


@dataclass
class State:
    """Of a draw. The test is None if depths are not looked at; z is from -w to w, y downwards, if it says so."""

    test: str
    writes: bool
    stencil: tuple
    colour: bool
    bias: tuple
    culling: str
    viewport: tuple
    scissor: tuple
    minus_one: bool
    downwards: bool
    note: str


class OpenGl:
    """Windows have their origin in the lower left."""

    def __init__(self, controller):
        self.controller = controller
        self.file = controller.GetStructuredFile()

    def clear(self, action, texture_of):
        """What an action clears, or None."""
        if not action.flags & rd.ActionFlags.ClearDepthStencil or action.depthOut == rd.ResourceId.Null():
            return None
        self.controller.SetFrameEvent(action.eventId, False)
        name = action.GetName(self.file)
        depth = re.search(r"[Dd]epth = <?([0-9.]+)", name)
        stencil = re.search(r"[Ss]tencil = <?(0x[0-9A-Fa-f]+|[0-9]+)", name)
        return Clear(
            action.depthOut,
            float(depth[1]) if depth else None,
            int(stencil[1], 0) & 0xFF if stencil else None,
            self._scissor(self.controller.GetGLPipelineState(), texture_of(action.depthOut)),
        )

    def state(self, action, texture):
        """What a draw is drawn in."""
        self.controller.SetFrameEvent(action.eventId, False)
        state = self.controller.GetGLPipelineState()
        raster = state.rasterizer.state
        view = state.rasterizer.viewports[0]
        lower_left = state.vertexProcessing.clipOriginLowerLeft
        counter_clockwise = bool(raster.frontCCW) == bool(lower_left)
        stencil = state.stencilState
        enabled = bool(state.depthState.depthEnable)
        return State(
            test=_TESTS[state.depthState.depthFunction] if enabled else None,
            writes=enabled and bool(state.depthState.depthWrites),
            stencil=_stencil(stencil.stencilEnable, stencil, texture, counter_clockwise),
            colour=any(
                output.resourceId != rd.ResourceId.Null() and blend.writeMask != 0
                for output, blend in zip(
                    state.framebuffer.drawFBO.colorAttachments, state.framebuffer.blendState.blends
                )
            ),
            bias=(raster.depthBias, raster.slopeScaledDepthBias),
            culling=_culling(raster.cullMode, counter_clockwise),
            viewport=(view.x, texture.height - view.y - view.height, view.width, view.height, view.minDepth, view.maxDepth),
            scissor=self._scissor(state, texture),
            minus_one=bool(state.vertexProcessing.clipNegativeOneToOne),
            downwards=not lower_left,
            note="depth clamp" if raster.depthClamp else "",
        )

    @staticmethod
    def _scissor(state, texture):
        cut = state.rasterizer.scissors[0]
        return _cut(cut.x, texture.height - cut.y - cut.height, cut.width, cut.height, texture) if cut.enabled else None


class Vulkan:
    """Windows have their origin in the upper left; render passes clear, too."""

    def __init__(self, controller):
        self.controller = controller
        self.file = controller.GetStructuredFile()

    def clear(self, action, texture_of):
        """What an action clears, or None."""
        if action.depthOut == rd.ResourceId.Null() or not action.events:
            return None
        chunk = self.file.chunks[action.events[-1].chunkIndex]
        texture = texture_of(action.depthOut)
        if action.flags & rd.ActionFlags.BeginPass:
            loads = dict(re.findall(r"\b(D|S|DS)=(\w+)", action.GetName(self.file)))
            depth, stencil = self._of_pass(action, chunk)
            depth = depth if "Clear" in (loads.get("D"), loads.get("DS")) else None
            stencil = stencil if "Clear" in (loads.get("S"), loads.get("DS")) else None
        elif action.flags & rd.ActionFlags.ClearDepthStencil:
            depth = _value(_of_aspect(chunk, "DEPTH"), "depth")
            stencil = _value(_of_aspect(chunk, "STENCIL"), "stencil")
        else:
            return None
        areas = [each for each in _members(chunk) if each.name in ("renderArea", "rect")]
        clear = Clear(
            action.depthOut,
            None if depth is None else depth.AsFloat(),
            None if stencil is None or not _has_stencil(texture) else stencil.AsInt() & 0xFF,
            _cut(*_area(areas[-1]), texture) if areas else None,
        )
        return None if clear.depth is None and clear.stencil is None else clear

    def _of_pass(self, action, chunk):
        """What a pass would clear depths and stencil values to."""
        attached = {each.name: each for each in _members(chunk) if each.name in ("pDepthAttachment", "pStencilAttachment")}
        if attached:
            return (
                _value(attached.get("pDepthAttachment"), "depth"),
                _value(attached.get("pStencilAttachment"), "stencil"),
            )
        self.controller.SetFrameEvent(action.eventId, False)
        number = self.controller.GetVulkanPipelineState().currentPass.renderpass.depthstencilAttachment
        values = [each for each in _members(chunk) if each.name == "pClearValues"]
        if not values or not 0 <= number < values[0].NumChildren():
            return None, None
        value = values[0].GetChild(number)
        return _value(value, "depth"), _value(value, "stencil")

    def state(self, action, texture):
        """What a draw is drawn in."""
        self.controller.SetFrameEvent(action.eventId, False)
        state = self.controller.GetVulkanPipelineState()
        raster = state.rasterizer
        view = state.viewportScissor.viewportScissors[0].vp
        cut = state.viewportScissor.viewportScissors[0].scissor
        depths = state.depthStencil
        enabled = bool(depths.depthTestEnable)
        upwards = view.height < 0
        counter_clockwise = bool(raster.frontCCW)
        return State(
            test=_TESTS[depths.depthFunction] if enabled else None,
            writes=enabled and bool(depths.depthWriteEnable),
            stencil=_stencil(depths.stencilTestEnable, depths, texture, counter_clockwise),
            colour=any(
                output != rd.ResourceId.Null() and blend.writeMask != 0
                for output, blend in zip(action.outputs, state.colorBlend.blends)
            ),
            bias=(raster.depthBias, raster.slopeScaledDepthBias) if raster.depthBiasEnable else (0.0, 0.0),
            culling=_culling(raster.cullMode, counter_clockwise),
            viewport=(view.x, view.y + min(view.height, 0), view.width, abs(view.height), view.minDepth, view.maxDepth),
            scissor=_cut(cut.x, cut.y, cut.width, cut.height, texture),
            minus_one=bool(state.viewportScissor.depthNegativeOneToOne),
            downwards=not upwards,
            note="depth clamp" if raster.depthClampEnable else "",
        )


def _stencil(enabled, faces, texture, counter_clockwise):
    """The faces of what runs counter-clockwise on the screen, and of the rest."""
    if not enabled or not _has_stencil(texture):
        return None
    both = _face(faces.frontFace), _face(faces.backFace)
    return both if counter_clockwise else both[::-1]


def _face(face):
    return StencilFace(
        _TESTS[face.function],
        face.compareMask & 0xFF,
        _OPERATIONS[face.failOperation],
        _OPERATIONS[face.depthFailOperation],
        _OPERATIONS[face.passOperation],
        face.reference & 0xFF,
        face.writeMask & 0xFF,
    )


def _has_stencil(texture):
    return "S8" in texture.format.Name()


def _culling(mode, counter_clockwise):
    """Which way round is left out: "back" is what runs clockwise; None if all is."""
    if mode == rd.CullMode.NoCull:
        return "none"
    if mode == rd.CullMode.FrontAndBack:
        return None
    return "back" if (mode == rd.CullMode.Back) == counter_clockwise else "front"


def _cut(left, top, width, height, texture):
    """A rectangle from the upper left, if it leaves any of the target out."""
    right = min(max(left + width, 0), texture.width)
    bottom = min(max(top + height, 0), texture.height)
    left = min(max(left, 0), right)
    top = min(max(top, 0), bottom)
    whole = (left, top, right, bottom) == (0, 0, texture.width, texture.height)
    return None if whole else (left, top, right - left, bottom - top)


def _members(value):
    for n in range(value.NumChildren()):
        child = value.GetChild(n)
        yield child
        yield from _members(child)


def _value(among, name):
    return next((each for each in _members(among) if each.name == name), None) if among is not None else None


def _of_aspect(chunk, aspect):
    """The part of a command that clears an aspect of a target, or None."""
    for each in [chunk, *_members(chunk)]:
        mask = each.FindChild("aspectMask")
        if mask is not None and aspect in mask.AsString():
            # A range of an image, or an attachment, which has its value beside it.
            return each if each.FindChild("clearValue") is not None else chunk
    return None


def _area(rectangle):
    offset = rectangle.FindChild("offset")
    extent = rectangle.FindChild("extent")
    return (
        offset.FindChild("x").AsInt(),
        offset.FindChild("y").AsInt(),
        extent.FindChild("width").AsInt(),
        extent.FindChild("height").AsInt(),
    )
