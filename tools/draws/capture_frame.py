"""Runs a program of OpenGL or Vulkan and has RenderDoc capture a frame of it.

    python3 capture_frame.py FRAME STEM PROGRAM [ARGUMENT...]

The capture is STEM_frameFRAME.rdc, whose name is printed. The program is ended then.
"""

import os
import shlex
import signal
import subprocess
import sys
import time

import renderdoc as rd

_SECONDS = 120


def main(frame, stem, program, *arguments):
    options = rd.GetDefaultCaptureOptions()
    run = rd.ExecuteAndInject(program, os.getcwd(), shlex.join(arguments), [], os.path.abspath(stem), options, False)
    if run.result != rd.ResultCode.Succeeded:
        sys.exit(f"capture_frame: {program} could not be started: {run.result}")
    control = rd.CreateTargetControl("localhost", run.ident, "capture_frame", True)
    process = control.GetPID()
    control.QueueCapture(int(frame), 1)
    end = time.monotonic() + _SECONDS
    capture = None
    while capture is None and control.Connected() and time.monotonic() < end:
        message = control.ReceiveMessage(None)
        if message.type == rd.TargetControlMessageType.NewCapture:
            capture = message.newCapture.path
    control.Shutdown()
    try:
        os.kill(process, signal.SIGTERM)
    except ProcessLookupError:
        pass  # It has ended by itself.
    if capture is None:
        sys.exit(f"capture_frame: no frame of {program} was captured; it has to use OpenGL 3.2 or later, or Vulkan")
    print(capture)


if __name__ == "__main__":
    main(*sys.argv[1:])
