"""Writes the ONNX fixtures beside this file with ONNX's own Python (1.12)."""

import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent


def named(array, name):
    return numpy_helper.from_array(array, name)


def model(initializers, sparse=()):
    top = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 3])
    node = helper.make_node("Identity", ["weight"], ["y"])
    graph = helper.make_graph([node], "magpie", [], [top], initializers, sparse_initializer=list(sparse))
    return helper.make_model(graph, producer_name="magpie")


count = numpy.arange(6)
raw = [
    named(count.reshape(2, 3).astype("<f4"), "weight"),
    named(count.astype("<f2"), "half"),
    named(count.astype("<i8"), "shape"),
    named(numpy.array([True, False]), "mask"),
    named((count + 1j).astype("<c8"), "complex"),
    named(numpy.array(["a", "bc"], dtype=object), "words"),
]
packed = [
    helper.make_tensor("floats", TensorProto.FLOAT, [3], [1, 2, 3]),
    helper.make_tensor("doubles", TensorProto.DOUBLE, [2], [1, 2]),
    helper.make_tensor("ints", TensorProto.INT32, [3], [1, -1, 300]),
    helper.make_tensor("bytes", TensorProto.INT8, [3], [1, -1, 3]),
    helper.make_tensor("longs", TensorProto.INT64, [2], [-1, 1 << 40]),
    helper.make_tensor("unsigned", TensorProto.UINT32, [1], [1 << 31]),
    helper.make_tensor("brain", TensorProto.BFLOAT16, [2], [1.0, -2.0]),
    helper.make_tensor("none", TensorProto.INT32, [0], []),
]
index = helper.make_tensor("sparse_index", TensorProto.INT64, [1], [1])
sparse = helper.make_sparse_tensor(helper.make_tensor("sparse", TensorProto.FLOAT, [1], [1]), index, [4])
(HERE / "initialisers.onnx").write_bytes(model(raw + packed, [sparse]).SerializeToString())

outside = model(raw[:3])
onnx.save_model(
    outside,
    str(HERE / "outside.onnx"),
    save_as_external_data=True,
    all_tensors_to_one_file=True,
    location="outside.weights",
    size_threshold=0,
)

# Newer types than this version of ONNX knows.
small = model([raw[0]])
for number, (name, size) in {17: ("e4m3", 4), 19: ("e5m2", 4), 22: ("int4", 2), 23: ("float4", 2)}.items():
    tensor = small.graph.initializer.add()
    tensor.name = name
    tensor.dims.extend([2, 2])
    tensor.data_type = number
    tensor.raw_data = bytes(range(size))
(HERE / "small.onnx").write_bytes(small.SerializeToString())

# As exporters that have no initialisers write weights.
constants = model([raw[0]])
constants.graph.node.insert(0, helper.make_node("Constant", [], ["bias"], value=named(count.astype("<f4"), "value")))
constants.graph.node.insert(0, helper.make_node("Constant", [], ["scale"], value_float=2.0))
(HERE / "constants.onnx").write_bytes(constants.SerializeToString())

# Weights in the branches of a node, and lists of numbers.
branches = model([raw[0]])


def branch(name):
    out = helper.make_tensor_value_info(name, TensorProto.FLOAT, [6])
    node = helper.make_node("Constant", [], ["inner"], value=named(count.astype("<f4"), "value"))
    return helper.make_graph([node], name, [], [out], [named(count.astype("<f2"), "weight")])


branches.graph.node.append(
    helper.make_node("If", ["y"], ["z"], then_branch=branch("then"), else_branch=branch("else"))
)
branches.graph.node.append(helper.make_node("Constant", [], ["list"], value_floats=[1.0, 2.0]))
branches.graph.node.append(helper.make_node("MaxPool", ["y"], ["p"], kernel_shape=[2, 2]))
(HERE / "branches.onnx").write_bytes(branches.SerializeToString())
