/** What pages ask of the laboratory: claims, experiments, and queries over results. */
@NullMarked
package dev.magpie.explore.lab;

import org.jspecify.annotations.NullMarked;
