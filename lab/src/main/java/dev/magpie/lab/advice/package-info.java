/** What the tensors of a model save where: on the memory bus, in capacity, in storage. */
@NullMarked
package dev.magpie.lab.advice;

import org.jspecify.annotations.NullMarked;
