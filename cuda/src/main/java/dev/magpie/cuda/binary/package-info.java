/** The PTX that a compiler has put into programs. */
@org.jspecify.annotations.NullMarked
package dev.magpie.cuda.binary;
