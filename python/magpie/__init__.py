"""How far arrays, tensors and models would compress in GPU memory, measured by Magpie.

    import magpie

    magpie.analyze(array)                              # a row for each array and codec
    magpie.advise(model, batch=8, context=4096)        # a row for each tensor
    magpie.pages(cache)                                # what pages take under LZ4, Deflate and others
    magpie.profile([{"x": x0}, {"x": x1}])             # target ratios for Buddy Compression
    data = magpie.compress(array, codec="bpc")
    array = magpie.decompress(data)

One Magpie process does the work. It starts with the first call and ends with Python.
"""

from ._arrays import empty
from ._calls import advise, analyze, compress, decompress, pages, profile
from ._process import MagpieError

__all__ = ["MagpieError", "advise", "analyze", "compress", "decompress", "empty", "pages", "profile"]
