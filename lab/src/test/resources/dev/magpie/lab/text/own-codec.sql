WITH d AS (SELECT codec, "gates (NAND2)" AS gates, "path (FO4)" AS path, "1 GHz (cycles)" AS cycles FROM "mag-cost.decoders"),
m AS (FROM d WHERE codec = 'mag-bdi'), g AS (FROM d WHERE codec = 'magpie'), p AS (FROM d WHERE codec = 'magpie-parts')
SELECT format('its decoder has {:.1f} times the depth of MAG-aware BDI''s, {:.0f} FO4', g.path / m.path, g.path) FROM g, m
UNION ALL SELECT format('{:.0f} | {:,} |', path, gates::INT) FROM d WHERE codec IN ('mag-bdi', 'magpie', 'magpie-parts');

SELECT format('Its mean speedup is {:.3f}, that of the four modes of high parts {:.3f}; BPC''s is {:.3f} and MAG-aware BDI''s {:.3f}', magpie, "magpie, high parts", BPC, "MAG-aware BDI")
FROM "mag-fig14.speedups" WHERE program = 'mean'
UNION ALL SELECT format('mean effective ratios are {:.2f}, {:.2f}, {:.2f} and {:.2f}', magpie, "magpie, high parts", BPC, "MAG-aware BDI") FROM "mag-fig13.effective" WHERE program = 'mean';
