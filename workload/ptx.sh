#!/bin/sh
# Compiles the CUDA sources of this room to the PTX that stands beside them. Needs nvcc of CUDA 13.0 (any
# other writes other PTX, which works as well but differs from what is committed), and no GPU.
#
#   workload/ptx.sh            writes each .ptx beside its .cu
#   workload/ptx.sh DIR        writes them into DIR instead, with the same folders
set -eu
here=$(cd "$(dirname "$0")" && pwd)/src/main/resources/dev/magpie/workload
to=${1:-$here}
command -v nvcc > /dev/null || { echo "ptx.sh: there is no nvcc on the PATH; install the CUDA toolkit" >&2; exit 2; }
for source in "$here"/*/*.cu; do
  folder=$(basename "$(dirname "$source")")
  mkdir -p "$to/$folder"
  nvcc -ptx -arch=sm_75 -o "$to/$folder/$(basename "$source" .cu).ptx" "$source"
done
