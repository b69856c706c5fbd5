#!/bin/sh
# Compiles the programs that tests execute to the executables in src/test/resources, with PTX for any GPU and the shared
# runtime. Needs nvcc of CUDA 13.0 on x86-64, and no GPU.
set -eu
room=$(cd "$(dirname "$0")" && pwd)
command -v nvcc >/dev/null || { echo "programs.sh: there is no nvcc on the PATH; install the CUDA toolkit" >&2; exit 2; }
made=$room/src/test/resources/dev/magpie/cuda
mkdir -p "$made"
cd "$room/src/test/programs"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build() {
  name=$1
  shift
  case $* in
    *-gencode*) nvcc -cudart shared "$@" -o "$made/$name" ;;
    *) nvcc -cudart shared -arch=sm_75 "$@" -o "$made/$name" ;;
  esac
  strip "$made/$name"
}
# Linked to something that has the driver's functions by their names.
linked() {
  nvcc -cudart shared -arch=sm_75 -c "$1.cu" -o "$scratch/$1.o"
  nm -u "$scratch/$1.o" | sed -n 's/^ *U \(cu[A-Z]\w*\)$/int \1(void) { return 999; }/p' > "$scratch/driver.c"
  cc -shared "$scratch/driver.c" -Wl,-soname,libcuda.so.1 -o "$scratch/libcuda.so"
  build "$1" "$scratch/$1.o" "-L$scratch" -lcuda
}
for source in *.cu; do
  case $source in
    cooperative.cu) build cooperative -rdc=true cooperative.cu units/other.cu ;;
    # Without NVIDIA's device runtime, which is nothing of ours.
    nested.cu) build nested -gencode arch=compute_75,code=compute_75 -rdc=true -cudadevrt none nested.cu ;;
    virtual.cu | sharing.cu) linked "${source%.cu}" ;;
    *) build "${source%.cu}" "$source" -ldl ;;
  esac
done
# What docs/exec.md shows.
(cd "$room/../jobs" && nvcc -cudart shared -arch=sm_75 -lineinfo wave.cu -o wave && strip wave)
# Its PTX in the other forms that there are.
build plain memory.cu --compress-mode=none
build lz4 memory.cu --compress-mode=speed
