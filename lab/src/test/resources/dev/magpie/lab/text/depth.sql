-- The depth pipeline
WITH h AS (FROM "depth-fig4.bandwidth" WHERE scene = 'hall'),
s AS (SELECT "RAW (MB)" AS raw, unnest([100, "RAW-L (%)", "Post DO (%)", "Pre DO (%)", "Post C (%)", "Pre C (%)"]) AS share FROM h)
SELECT format('{:,} triangles of {:.1f} pixels, {:,} events', triangles::INT, "pixels a triangle", events::INT) FROM h
UNION ALL SELECT format('{:.2f} {:.1f}', raw * share / 100, share) FROM s;
