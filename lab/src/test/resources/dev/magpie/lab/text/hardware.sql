WITH c AS (SELECT experiment || ' ' || measure AS claim, measured FROM claims),
d AS (SELECT codec, "gates (NAND2)" AS gates, "path (FO4)" AS path, "1 GHz (cycles)" AS cycles FROM "mag-cost.decoders"),
e AS (SELECT codec, "1 GHz (cycles)" AS cycles FROM "mag-cost.encoders")
SELECT format('Compression takes {:.1f} times as long', measured) FROM c WHERE claim = 'mag/fig8 compression'
UNION ALL SELECT format('as long as a vector addition, and {} cycle', replace(cycles::INT::TEXT, '1', 'one')) FROM d WHERE codec = 'mag-bdi'
UNION ALL SELECT format('and {} cycles at 1 GHz: sign tests', replace(cycles::INT::TEXT, '2', 'two')) FROM e WHERE codec = 'mag-bdi'
UNION ALL SELECT format('three units take {:.0f} % fewer gates', 100 * (1 - (SELECT sum("gates (NAND2)") FROM "mag-fig8.mag-bdi") / (SELECT sum("gates (NAND2)") FROM "mag-fig8.bdi")));
