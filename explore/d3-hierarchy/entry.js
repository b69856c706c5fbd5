// What the treemap uses of d3-hierarchy.
export { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
