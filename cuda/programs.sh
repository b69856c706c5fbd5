#!/bin/sh
# Compiles the programs that tests execute to the executables in src/test/resources, with PTX for any GPU and the shared
# runtime. Needs nvcc of CUDA 13.0 on x86-64, and no GPU.
set -eu
room=$(cd "$(dirname "$0")" && pwd)
command -v nvcc >/dev/null || { echo "programs.sh: there is no nvcc on the PATH; install the CUDA toolkit" >&2; exit 2; }
made=$room/src/test/resources/dev/magpie/cuda
mkdir -p "$made"
cd "$room/src/test/programs"
build() {
  name=$1
  shift
  nvcc -cudart shared -arch=sm_75 "$@" -o "$made/$name"
  strip "$made/$name"
}
for source in *.cu; do
  case $source in
    cooperative.cu) build cooperative -rdc=true cooperative.cu units/other.cu ;;
    *) build "${source%.cu}" "$source" -ldl ;;
  esac
done
# What docs/exec.md shows.
(cd "$room/../jobs" && nvcc -cudart shared -arch=sm_75 -lineinfo wave.cu -o wave && strip wave)
# Its PTX in the other forms that there are.
build plain memory.cu --compress-mode=none
build lz4 memory.cu --compress-mode=speed
