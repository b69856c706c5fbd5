/** Programs that nvcc has compiled, compared with the same in Java. */
@org.jspecify.annotations.NullMarked
package dev.magpie.ptx.cuda;
