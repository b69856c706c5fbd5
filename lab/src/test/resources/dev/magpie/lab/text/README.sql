-- One command each
WITH b AS (SELECT sum("size (KiB)") / sum("size (KiB)" / "BDI, all of it") AS bdi FROM "mag-baselines.ratios"),
r AS (SELECT unnest(['fpc', 'c-pack', 'mag-bdi']) AS codec, unnest(["FPC raw", "C-PACK raw", "MAG-aware BDI raw"]) AS raw,
  unnest(["FPC effective", "C-PACK effective", "MAG-aware BDI effective"]) AS effective, "size (KiB)" AS size FROM "mag-fig13-data.ratios")
SELECT format('{} {:.3f} {:.3f}', codec, sum(size) / sum(size / raw), sum(size) / sum(size / effective)) FROM r GROUP BY codec
UNION ALL SELECT format('bdi 1.191 {:.3f}', bdi) FROM b
UNION ALL SELECT format('is worth {:.2f}', bdi) FROM b;

-- What is there
WITH b AS (SELECT sum("size (KiB)") / sum("size (KiB)" / "BDI, all of it") AS bdi FROM "mag-baselines.ratios"),
r AS (SELECT unnest(['UW-Madison TR-1500', 'TVLSI 2010', 'Lal et al.']) AS source, unnest(["FPC raw", "C-PACK raw", "MAG-aware BDI raw"]) AS raw,
  unnest(["FPC effective", "C-PACK effective", "MAG-aware BDI effective"]) AS effective, "size (KiB)" AS size FROM "mag-fig13-data.ratios")
SELECT format('{} | {:.3f} / {:.3f}', source, sum(size) / sum(size / raw), sum(size) / sum(size / effective)) FROM r GROUP BY source
UNION ALL SELECT format('PACT 2012 | 1.191 / {:.3f}', bdi) FROM b;
