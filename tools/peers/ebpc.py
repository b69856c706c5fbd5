# lukasc-ch/ExtendedBitPlaneCompression, of words of 32 bits.
import sys

import numpy

sys.path.insert(0, sys.argv[2])
from bpcUtils import BPC_block
from referenceImpl import ZVC

while block := sys.stdin.buffer.read(int(sys.argv[1])):
    words = numpy.frombuffer(block, dtype="<i4")
    print(len(ZVC(words, wordwidth=32)), len(BPC_block(words, wordwidth=32)))
