-- How much larger a batch or grid fits
SELECT format('takes {:.1f} times as long with 50 GB/s', 1 / "Buddy, 50 GB/s") FROM "buddy-fig12.speed" WHERE program = 'ep';

-- What an access costs
SELECT format('a miss fills a 32 B sector, the metadata of {:.0f} entries', 1 + measured) FROM claims
WHERE experiment = 'buddy/design' AND measure = 'prefetch';

-- Arithmetic
WITH r AS (SELECT target, max("reach (GiB)") FILTER ("page (KiB)" = 64) AS small, max("reach (GiB)") FILTER ("page (KiB)" = 2048) AS large,
  max("offset (bits)") FILTER ("page (KiB)" = 64) AS smallBits, max("offset (bits)") FILTER ("page (KiB)" = 2048) AS largeBits
  FROM "buddy-design.reach" GROUP BY target)
SELECT format('| {} | {} | {} | {} GiB | {} GiB |', target, device, buddy, small, large)
  FROM r JOIN (VALUES ('4/3', 96, 32), ('2', 64, 64), ('4', 32, 96), ('16', 8, 128)) AS bytes(target, device, buddy) USING (target)
UNION ALL SELECT format('{} bits for pages of 64 KiB, {} for 2 MiB', smallBits, largeBits) FROM r WHERE target = '2'
UNION ALL SELECT format('The metadata take 1/{:.0f} of what can be addressed', 100 / measured) FROM claims
  WHERE experiment = 'buddy/design' AND measure = 'metadata';
