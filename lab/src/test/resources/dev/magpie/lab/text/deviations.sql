-- The depth pipeline
SELECT format('Culling them takes {:.0f} % off Pre DO''s bytes', 100 - "Pre DO (% of usual)") FROM "depth-ablations.choices"
WHERE choice = 'back faces culled';

-- The timed GPU: memory
SELECT format('trained {} to compress and {} to decompress', "to compress", "to decompress") FROM "mag-table4.latencies" WHERE codec = 'tslc-opt';

-- Timed GPU: multiprocessors
SELECT format('takes blocks of {:,} threads', here::INT), format('Table IV says {}', "Table IV"::INT) FROM "mag-table4.gpu"
WHERE parameter = 'threads of a CTA';

-- Codecs
WITH d AS (SELECT sum("size (KiB)") / sum("size (KiB)" / "FPC raw") AS fpc, sum("size (KiB)") / sum("size (KiB)" / "FPC effective") AS effective,
  sum("size (KiB)") / sum("size (KiB)" / "C-PACK raw") AS cpack FROM "mag-fig13-data.ratios")
SELECT format('(effective 1.112 and {:.3f})', sum("size (KiB)") / sum("size (KiB)" / "BDI, all of it")) FROM "mag-baselines.ratios"
UNION ALL SELECT format('The ratio is {:.3f} for both', fpc) FROM d
UNION ALL SELECT format('the ratio is {:.3f} for both, the effective one 1.068 and {:.3f}', fpc, effective) FROM d
UNION ALL SELECT format('the ratio is 1.092 and {:.3f}', fpc) FROM d
UNION ALL SELECT format('the ratio is 1.108 and {:.3f}', fpc) FROM d
UNION ALL SELECT format('the ratio is 1.292 and {:.3f}', cpack) FROM d;
