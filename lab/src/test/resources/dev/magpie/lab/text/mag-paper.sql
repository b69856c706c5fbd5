-- At full size
SELECT regexp_replace(input, 'x=(\d+) y=(\d+) z=(\d+) steps=2', 'the literature''s grid, \1 x \2 x \3 cells, and two steps')
FROM "mag-inputs.inputs" WHERE input LIKE '%steps=2'
UNION ALL SELECT format('`sc` values of {} bits', regexp_extract(input, 'bits=(\d+)', 1)) FROM "mag-inputs.literature" WHERE program = 'SC';

SELECT format('{:.0f} to {:.0f} million warp-instructions', min("warp-instructions") / 1e6, max("warp-instructions") / 1e6) FROM "mag-table5.programs";

WITH c AS (SELECT replace(experiment, 'mag/', '') || ' ' || measure AS claim, paper, measured FROM claims),
inputs AS (SELECT program || ' ' || input AS name, "MAG-aware BDI, ratio" AS ratio, "MAG-aware BDI, speedup" AS speedup FROM "mag-inputs.inputs"),
sc AS (FROM inputs WHERE name LIKE 'SC % bits=8'),
cubes AS (FROM inputs WHERE name = 'LBM x=64 y=64 z=64 steps=10'),
r AS (SELECT CASE WHEN r.program = 'SC' THEN sc.ratio ELSE r."MAG-aware BDI" END AS ratio,
  CASE WHEN r.program = 'SC' THEN sc.speedup ELSE s."MAG-aware BDI" END AS speedup,
  CASE r.program WHEN 'SC' THEN sc.speedup WHEN 'LBM' THEN cubes.speedup ELSE s."MAG-aware BDI" END AS "with both"
  FROM "mag-fig13.effective" AS r JOIN "mag-fig14.speedups" AS s USING (program), sc, cubes WHERE program NOT LIKE '%mean')
SELECT format('mean ratio would be {:.2f} and its mean speedup {:.2f}', exp(avg(ln(ratio))), exp(avg(ln(speedup)))) FROM r
UNION ALL SELECT format('LBM is {:.2f} times as fast on the literature''s grid; with the {:.2f} of 64 x 64 x 64 cells', "MAG-aware BDI", speedup)
  FROM "mag-fig14.speedups", cubes WHERE program = 'LBM'
UNION ALL SELECT format('as well, the mean speedup would be {:.2f}', exp(avg(ln("with both")))) FROM r
UNION ALL SELECT format('raw ratio of BDI {:.2f} ({:.2f})', measured, paper) FROM c WHERE claim = 'fig13 raw.bdi:units=b4'
UNION ALL SELECT format('under BDI {:.0f}/{:.0f}/{:.0f}/{:.0f} %', "32 B (%)"::DOUBLE, "64 B (%)", "96 B (%)", "128 B (%)")
  FROM "mag-fig12.bdi" WHERE data = 'average'
UNION ALL SELECT format('under MAG-aware BDI {:.0f}/{:.0f}/{:.0f}/{:.0f} %', "32 B (%)", "64 B (%)", "96 B (%)", "128 B (%)")
  FROM "mag-fig12.mag-bdi" WHERE data = 'average'
UNION ALL SELECT format('At most MAG-aware BDI is {:.0f} % faster than BDI ({:.0f} %)', measured, paper) FROM c WHERE claim = 'fig14 largest';

WITH s AS (SELECT split_part(program, ' ', 1) || split_part(memory, ',', 2) AS run, l2Accesses / cycles::INT AS answers,
  100 * (1 - l2Misses / l2Accesses) AS hits
  FROM simulations WHERE memory IN ('gtx580, none, MAG 32', 'gtx580, mag-bdi, MAG 32')
    AND (program LIKE 'sssp {graph=random4,%' OR program LIKE 'bfs2 {graph=random4,%' OR program LIKE 'pvr %')),
side AS (SELECT program, regexp_extract(input, '(template|side)=(\d+)', 2)::INT AS side FROM "mag-inputs.literature"),
lbm AS (SELECT memory, 100 * metadataMisses / metadataAccesses AS misses FROM simulations WHERE program = 'lbm {x=120, y=120, z=150, steps=2}'),
most AS (SELECT p.program, 1 / (1 - "bus busy (%)" * r."MAG-aware BDI (%)" / 1e4) AS speedup
  FROM "mag-table5.programs" AS p JOIN "mag-fig16.reductions" AS r USING (program))
SELECT format('SSSP takes {:.1f} a cycle without compression and {:.1f} with it, BFS2 {:.1f} and {:.1f}', max(answers) FILTER (run = 'sssp none'),
  max(answers) FILTER (run = 'sssp mag-bdi'), max(answers) FILTER (run = 'bfs2 none'), max(answers) FILTER (run = 'bfs2 mag-bdi')) FROM s
UNION ALL SELECT format('PVR takes {:.1f}, and finds {:.0f} % of them in the L2', answers, hits) FROM s WHERE run = 'pvr none'
UNION ALL SELECT format('{} multiply-adds an element here, {:,} in the original',
  ((2 * regexp_extract(input, 'template=(\d+)', 1)::INT + 1) ** 2)::INT, ((2 * side + 1) ** 2)::INT)
  FROM side JOIN "mag-inputs.inputs" USING (program) WHERE program = 'HW' AND input LIKE 'rows=304 %'
UNION ALL SELECT format('its {} blocks', regexp_extract(input, 'points=(\d+)', 1)) FROM "mag-inputs.inputs" WHERE input LIKE 'rows=304 %'
UNION ALL SELECT format('memory that is busy {:.0f} % of the time', "bus busy (%)") FROM "mag-table5.programs" WHERE program = 'MST'
UNION ALL SELECT format('Rows are {} KB apart', 4 * side // 1024) FROM side WHERE program = 'TP'
UNION ALL SELECT format('planes, of {:.0f} MiB, and {:.1f} % of the look-ups miss (the paper: {:.0f} %)', "memory (MiB)", measured, paper)
  FROM "mag-table5.programs", claims WHERE program = 'LBM' AND experiment = 'mag/metadata-cache' AND measure = 'lbm'
UNION ALL SELECT format('as FPC, metadata and blocks that move whole cost {:.0f} %', 100 * (1 - FPC)) FROM "mag-fig14.speedups" WHERE program = 'LBM'
UNION ALL SELECT format('LATTE-CC with MAG-BDI, miss in {:.1f} %', misses) FROM lbm WHERE memory = 'gtx580, latte-cc:bdi=mag, MAG 32'
UNION ALL SELECT format('bytes saved allow: {:.2f}, {:.2f} and {:.2f}', max(speedup) FILTER (program = 'BP'),
  max(speedup) FILTER (program = 'BFS'), max(speedup) FILTER (program = 'FWT')) FROM most;

-- What the speedups depend on
SELECT format('gain {:.0f} to {:.0f} % there and not {:.0f} to {:.0f}', 100 * (min(g."MAG-aware BDI") - 1), 100 * (max(g."MAG-aware BDI") - 1),
  100 * (min(t."MAG-aware BDI") - 1), 100 * (max(t."MAG-aware BDI") - 1))
FROM "mag-simulators.speedups" AS g JOIN "mag-fig14.speedups" AS t USING (program) WHERE program IN ('BFS', 'BFS2', 'SSSP');

WITH b AS (FROM "mag-causes.bdi"), m AS (FROM "mag-causes.mag-bdi")
SELECT format('(BDI {:.2f} and {:.2f}, MAG-BDI {:.2f} and {:.2f})', b."as in Table IV", b."metadata are at hand", m."as in Table IV",
  m."metadata are at hand") FROM b JOIN m USING (program) WHERE program = 'LBM'
UNION ALL SELECT format('not two ({:.2f} and {:.2f};', b."4 bits of metadata a block", m."4 bits of metadata a block")
  FROM b JOIN m USING (program) WHERE program = 'LBM'
UNION ALL SELECT format('of MAG-BDI''s {:.1f} points', 100 * ("as in Table IV" - "4 bits of metadata a block")) FROM m WHERE program = 'mean'
UNION ALL SELECT format('({:.2f}, {:.2f} and {:.2f} under MAG-BDI with half, all and twice the room)', "half the queues", "as in Table IV",
  "twice the queues") FROM m WHERE program = 'LBM'
UNION ALL SELECT format('({:.2f}, {:.2f} and {:.2f}; {:.2f}, {:.2f} and {:.2f})', f."half the queues", f."as in Table IV", f."twice the queues",
  s."half the queues", s."as in Table IV", s."twice the queues") FROM m AS f, m AS s WHERE f.program = 'BFS2' AND s.program = 'SSSP'
UNION ALL SELECT format('of BFS two thirds ({:.2f} and {:.2f})', "as in Table IV", "L2 fetches what is written") FROM m WHERE program = 'BFS'
UNION ALL SELECT format('TP falls to {:.2f}. **Sectors**', "L2 fetches what is written") FROM m WHERE program = 'TP'
UNION ALL SELECT format('{:.0f} % less moves without compression', 100 * (1 - "DRAM bytes uncompressed")) FROM "mag-causes.means"
  WHERE variation = 'L2 of sectors'
UNION ALL SELECT format('BFS falls to {:.2f} and TP to {:.2f}', f."L2 of sectors", t."L2 of sectors") FROM m AS f, m AS t
  WHERE f.program = 'BFS' AND t.program = 'TP'
UNION ALL SELECT format('moves TP between {:.2f} and {:.2f} under BDI', least("as in Table IV", "arrays 1/3 MiB further", "arrays 2/3 MiB further"),
  greatest("as in Table IV", "arrays 1/3 MiB further", "arrays 2/3 MiB further")) FROM b WHERE program = 'TP'
UNION ALL SELECT format('between {:.2f} and {:.2f} under MAG-BDI', least("as in Table IV", "arrays 1/3 MiB further", "arrays 2/3 MiB further"),
  greatest("as in Table IV", "arrays 1/3 MiB further", "arrays 2/3 MiB further")) FROM m WHERE program = 'TP'
UNION ALL SELECT format('it is {:.2f} and {:.2f} times as fast, and {:.2f} and {:.2f} under BDI', m."arrays 1/3 MiB further",
  m."arrays 2/3 MiB further", b."arrays 1/3 MiB further", b."arrays 2/3 MiB further") FROM b JOIN m USING (program) WHERE program = 'TP'
UNION ALL SELECT format('the means are {:.2f} and {:.2f} there, and {:.2f} and {:.2f}', m."arrays 1/3 MiB further", b."arrays 1/3 MiB further",
  m."arrays 2/3 MiB further", b."arrays 2/3 MiB further") FROM b JOIN m USING (program) WHERE program = 'mean';

-- On GPGPU-Sim 3.x
WITH r AS (SELECT program, g."BDI (%)" AS bdi, g."MAG-aware BDI (%)" AS mag, t."BDI (%)" AS "bdi, Table IV", t."MAG-aware BDI (%)" AS "mag, Table IV"
  FROM "mag-simulators.reductions" AS g JOIN "mag-fig16.reductions" AS t USING (program)),
k AS (SELECT kernel, 100 * (max("takes (cycles)") FILTER ("in" = 'gtx580-gpgpusim3') / max("takes (cycles)") FILTER ("in" = 'GPGPU-Sim') - 1) AS more
  FROM "buddy-fig11.simulators" GROUP BY kernel)
SELECT format('the same within {:.1f} points', max(greatest(abs(100 * ("ratio, GPGPU-Sim 3.x" - "ratio, Table IV")),
  abs("saved, GPGPU-Sim 3.x (%)" - "saved, Table IV (%)")))) FROM "mag-simulators.means"
UNION ALL SELECT format('BFS saves {:.0f} and {:.0f} % under the two ({:.0f} and {:.0f})', bdi, mag, "bdi, Table IV", "mag, Table IV")
  FROM r WHERE program = 'BFS'
UNION ALL SELECT format('{} {:.0f} and {:.0f} % ({:.0f} and {:.0f})', program, bdi, mag, "bdi, Table IV", "mag, Table IV")
  FROM r WHERE program IN ('TP', 'LBM')
UNION ALL SELECT format('the paper''s {:.2f}', "the paper's speedup") FROM "mag-simulators.means" WHERE codec = 'MAG-aware BDI'
UNION ALL SELECT format('in lockstep both take {:.0f} % more', more) FROM k;

-- On other inputs
WITH s AS (FROM "mag-inputs.statements"),
i AS (SELECT row_number() OVER () AS place, program, input, "32 B (%)" AS small, "BDI compresses (%)" AS bdi,
  "32 B (%)" + "64 B (%)" + "96 B (%)" AS mag, "TSLC-SIMP, error (%)" AS simp, "TSLC-PRED, error (%)" AS pred FROM "mag-inputs.inputs"),
blocks AS (SELECT replace(regexp_extract(program, '\{(.*)\}', 1), ',', '') AS input, split(blocksByBursts, ' ')::BIGINT[] AS b
  FROM simulations WHERE program LIKE 'lbm %' AND memory = 'gtx580, mag-bdi, MAG 16'),
lbm AS (SELECT place, input, 8 * list_sum(b) / list_sum([b[n + 1] * n FOR n IN range(0, 9)]) AS ratio, b[3] / list_sum(b) AS two
  FROM blocks JOIN i USING (input))
SELECT format('{} things that the paper says of some programs each, {} statements',
  ['Seven', 'Eight', 'Nine'][count(DISTINCT statement) - 6], count(*)) FROM s
UNION ALL SELECT format('on one at least, but for {}', ['three', 'four', 'five', 'six'][count(*) - 2]) FROM s WHERE "true on" IS NULL
UNION ALL SELECT format('FWT''s blocks compress ({:.0f} and {:.0f} % do, whatever the values', mag, bdi) FROM i WHERE program = 'FWT'
UNION ALL SELECT format('of blocks of 32 bytes ({:.0f}, {:.0f} and {:.0f} %', a[1], a[2], a[3])
  FROM (SELECT list(small ORDER BY place) AS a FROM i WHERE program = 'BFS2')
UNION ALL SELECT format('LBM''s {:.1f} at 16 bytes ({:.1f}, {:.1f} and {:.1f}', paper, a[1], a[2], a[3])
  FROM (SELECT list(ratio ORDER BY place) AS a FROM lbm), claims WHERE experiment = 'mag/fig18' AND measure = 'lbm'
UNION ALL SELECT ['a quarter', 'half', 'three quarters'][round(4 * two)::INT] || ' of its blocks takes two bursts of 16' FROM lbm
  WHERE input LIKE '%steps=2'
UNION ALL SELECT format('from {:.0f} to {:.0f} % where values have 16 bits', simp, pred) FROM i WHERE input LIKE '% bits=16'
UNION ALL SELECT format('from {:.2f} to {:.2f} % where they have 8', simp, pred) FROM i WHERE input LIKE '% bits=8';

-- Training online
WITH r AS (UNPIVOT (FROM "mag-training.ratios") ON * EXCLUDE program INTO NAME name VALUE ratio),
s AS (UNPIVOT (FROM "mag-training.speedups" WHERE program = 'mean') ON * EXCLUDE program INTO NAME name VALUE speedup),
m AS (SELECT name, ratio, speedup FROM r JOIN s USING (name) WHERE r.program = 'mean'),
c AS (SELECT measure, paper FROM claims WHERE experiment = 'mag/training')
SELECT format('LBM''s ratio under TSLC-OPT is {:.1f} and not {:.1f}', max(ratio) FILTER (name = 'TSLC-OPT, online'),
  max(ratio) FILTER (name = 'TSLC-OPT, before')) FROM r WHERE program = 'LBM'
UNION ALL SELECT format('BFS2''s {:.1f} and not {:.1f}', max(ratio) FILTER (name = 'TSLC-OPT, online'),
  max(ratio) FILTER (name = 'TSLC-OPT, before')) FROM r WHERE program = 'BFS2'
UNION ALL SELECT format('whose ratios fall to {:.2f} and {:.2f}', max(ratio) FILTER (program = 'FWT'), max(ratio) FILTER (program = 'BP'))
  FROM r WHERE name = 'TSLC-OPT, online'
UNION ALL SELECT format('costs TSLC {:.0f} points in ratio and {:.1f} in speed', 100 * (o.ratio - b.ratio), 100 * (o.speedup - b.speedup))
  FROM m AS o, m AS b WHERE o.name = 'TSLC-OPT, online' AND b.name = 'TSLC-OPT, before'
UNION ALL SELECT format('above BDI by {:.0f} points and {:.1f}, as in the paper ({:.0f} and {:.0f})', 100 * (o.ratio - b.ratio),
  100 * (o.speedup - b.speedup), (SELECT paper FROM c WHERE measure = 'ratio.over-bdi'), (SELECT paper FROM c WHERE measure = 'speedup.over-bdi'))
  FROM m AS o, m AS b WHERE o.name = 'TSLC-OPT, online' AND b.name = 'BDI'
UNION ALL SELECT format('gains LBM ({:.2f} and {:.2f})', max(ratio) FILTER (name = 'SC2, before'), max(ratio) FILTER (name = 'SC2, online'))
  FROM r WHERE program = 'LBM'
UNION ALL SELECT format('loses BFS2 ({:.2f} and {:.2f})', max(ratio) FILTER (name = 'SC2, before'), max(ratio) FILTER (name = 'SC2, online'))
  FROM r WHERE program = 'BFS2';

-- All codecs
SELECT format('{} {:.2f} and {:.2f}', program, BPC, "MAG-aware BDI") FROM "mag-fig14.speedups" WHERE program IN ('TP', 'BFS', 'BFS2');

WITH c AS (SELECT replace(experiment, 'mag/', '') || ' ' || measure AS claim, stated, paper, measured FROM claims WHERE experiment LIKE 'mag/%'),
r AS (FROM "mag-fig13.effective"), s AS (FROM "mag-fig14.speedups"),
bases AS (SELECT program, r."4-byte bases" AS r4, r."8-, 4- and 2-byte bases" AS r842, s."4-byte bases" AS s4, s."8-, 4- and 2-byte bases" AS s842
  FROM "mag-fig17.ratios" AS r JOIN "mag-fig17.speedups" AS s USING (program)),
sc AS (SELECT memory, split(blocksByBursts, ' ')::BIGINT[] AS b FROM simulations WHERE program LIKE 'sc %bits=31,%')
SELECT format('in ratio ({:.2f}) and in speed ({:.2f})', r."C-PACK", s."C-PACK") FROM r JOIN s USING (program) WHERE program = 'mean'
UNION ALL SELECT CASE round("C-PACK" / BDI) WHEN 2 THEN 'LBM twice as much' END FROM r WHERE program = 'LBM'
UNION ALL SELECT format('finds nothing in LBM ({:.2f})', FPC) FROM r WHERE program = 'LBM'
UNION ALL SELECT format('is not faster than BDI on average ({:.2f} and {:.2f})', "TSLC-OPT", BDI) FROM s WHERE program = 'mean'
UNION ALL SELECT format('in ratio is {:.0f} points, and the paper''s "{:.0f} %" is {:.2f} less {:.2f}',
  max(measured) FILTER (claim = 'fig13 gain.bdi:units=b4'), max(paper) FILTER (claim = 'fig13 gain.bdi:units=b4'),
  max(paper) FILTER (claim = 'fig13 effective.mag-bdi'), max(paper) FILTER (claim = 'fig13 effective.bdi:units=b4')) FROM c
UNION ALL SELECT format('their quotient is {:.0f} %, and ours {:.0f}', measured, 100 * ("MAG-aware BDI" / BDI - 1))
  FROM c, r WHERE claim = 'fig13 paper.mag-bdi.over.bdi:units=b4' AND program = 'mean'
UNION ALL SELECT format('({:.0f}, {:.0f} and {:.0f}, of {:.2f}, {:.2f} and {:.2f})', max(paper) FILTER (claim = 'fig13 gain.fpc'),
  max(paper) FILTER (claim = 'fig13 gain.c-pack'), max(paper) FILTER (claim = 'fig13 gain.tslc-opt'),
  max(paper) FILTER (claim = 'fig13 effective.fpc'), max(paper) FILTER (claim = 'fig13 effective.c-pack'),
  max(paper) FILTER (claim = 'fig13 effective.tslc-opt')) FROM c
UNION ALL SELECT format('falls by {:.0f} %** from raw to effective', 100 * (1 - r.BDI / raw.BDI))
  FROM r JOIN "mag-fig13.raw" AS raw USING (program) WHERE program = 'mean'
UNION ALL SELECT format('"about {}", the paper says, while its own means fall by {:.0f} %', stated, measured) FROM c WHERE claim = 'fig13 bdiLoss'
UNION ALL SELECT format('whose error is {:,} %', round("TSLC-PRED (%)", -3)::BIGINT) FROM "mag-fig15.errors" WHERE program = 'TP'
UNION ALL SELECT format('FWT, with {:.1f} % in the paper, has no error here', paper) FROM c WHERE claim = 'fig15 fwt' AND measured = 0
UNION ALL SELECT format('of which {} of {:.1f} M blocks do', round(tslc.b[4] - e2mc.b[4], -1)::INT, list_sum(tslc.b) / 1e6)
  FROM sc AS tslc, sc AS e2mc WHERE tslc.memory = 'gtx580, tslc-opt, MAG 32' AND e2mc.memory = 'gtx580, e2mc, MAG 32'
UNION ALL SELECT format('add {:.1f} % to the mean ratio and {:.1f} % to the mean speedup (the paper: {:.1f} and {:.1f})',
  ratio.measured, speed.measured, ratio.paper, speed.paper)
  FROM c AS ratio, c AS speed WHERE ratio.claim = 'fig17 ratio' AND speed.claim = 'fig17 speedup'
UNION ALL SELECT format('without it the mean falls by {:.1f} %', 100 * (1 - exp(avg(ln(s842 / s4))))) FROM bases WHERE program NOT IN ('TP', 'mean')
UNION ALL SELECT format('but not {:.0f} and {:.1f} %', ratio.paper, speed.paper) FROM c AS ratio, c AS speed
  WHERE ratio.claim = 'fig17 largestRatio' AND speed.claim = 'fig17 largestSpeedup'
UNION ALL SELECT format('its ratio goes from {:.2f} to {:.2f}, its speedup from {:.2f} to {:.2f}', r4, r842, s4, s842)
  FROM bases WHERE program = 'BFS'
UNION ALL SELECT format('PVR gains {:.0f} % in ratio; all others at most {:.0f} %', 100 * (max(r842 / r4) FILTER (program = 'PVR') - 1),
  100 * (max(r842 / r4) FILTER (program <> 'PVR') - 1)) FROM bases WHERE program NOT IN ('BFS', 'mean')
UNION ALL SELECT format('LBM falls from {:.2f} to {:.2f} in speed', s4, s842) FROM bases WHERE program = 'LBM'
UNION ALL SELECT format('but in LBM ({:.1f} %; the paper: {:.0f})', measured, paper) FROM c WHERE claim = 'metadata-cache lbm'
UNION ALL SELECT format('{:.0f} % of the look-ups miss at 16 KiB (the paper: {:.0f})', measured, paper)
  FROM c WHERE claim = 'metadata-cache misses.16'
UNION ALL SELECT format('BFS2, BFS and TP with {:.0f}, {:.0f} and {:.0f} %', max(miss) FILTER (program = 'BFS2'), max(miss) FILTER (program = 'BFS'),
  max(miss) FILTER (program = 'TP')) FROM (SELECT program, "66 bits, 16 KiB (%)" AS miss FROM "mag-metadata-cache.misses")
UNION ALL SELECT format('programs are {:.0f} % slower than uncompressed (the paper: {:.0f} % slower)', -measured, -paper)
  FROM c WHERE claim = 'metadata-cache speedup.16'
UNION ALL SELECT format('at 32 KiB {:.0f} % miss ({:.0f}), and they are {:.0f} % faster ({:.0f} % slower)',
  miss.measured, miss.paper, speed.measured, -speed.paper)
  FROM c AS miss, c AS speed WHERE miss.claim = 'metadata-cache misses.32' AND speed.claim = 'metadata-cache speedup.32'
UNION ALL SELECT format('does not cost {:.1f} % but gains {:.1f}', -paper, measured) FROM c WHERE claim = 'leading-ones ratio'
UNION ALL SELECT format('in LBM ({:.2f} times as fast and not {:.2f})', "without", "with a sign")
  FROM "mag-leading-ones.speedups" WHERE program = 'LBM'
UNION ALL SELECT format('compress by {:.0f} % more', 100 * ("without, from the least" / "with a sign" - 1))
  FROM "mag-leading-ones.ratios" WHERE program = 'mean'
UNION ALL SELECT format('the metadata cache''s {} are', stated) FROM c WHERE claim = 'hardware-cost area'
UNION ALL SELECT format('take {} times as much', ['three', 'four', 'five'][round(measured / regexp_extract(stated, '[0-9.]+')::DOUBLE)::INT - 2])
  FROM c WHERE claim = 'hardware-cost cells';

WITH s AS (FROM "mag-table2.speedups"),
lbm AS (SELECT split_part(memory, ', ', 2) AS codec, 100 * metadataMisses / metadataAccesses AS misses FROM simulations
  WHERE program = 'lbm {x=120, y=120, z=150, steps=2}' AND memory LIKE 'gtx580, %, MAG 32'),
rest AS (SELECT exp(avg(ln(COLUMNS(* EXCLUDE program)))) FROM s WHERE program NOT IN ('LBM', 'mean'))
SELECT format('is {:.2f} and {:.2f} times as fast', "CABA with BDI", "CABA with MAG-BDI") FROM s WHERE program = 'SC'
UNION ALL SELECT format('for LBM alone ({:.2f} times as fast, and {:.2f} with BDI)', "HyComp with MAG-BDI", "HyComp with BDI")
  FROM s WHERE program = 'LBM'
UNION ALL SELECT format('of whose look-ups {:.0f} % miss then', misses) FROM lbm WHERE codec = 'hycomp:bdi=mag'
UNION ALL SELECT format('TP loses {:.0f} %', 100 * (1 - "HyComp with MAG-BDI" / "HyComp with BDI")) FROM s WHERE program = 'TP'
UNION ALL SELECT format('there LBM''s metadata miss in {:.0f} % with BDI and in {:.1f} with MAG-aware BDI',
  max(misses) FILTER (codec = 'tavana:bdi=full'), max(misses) FILTER (codec = 'tavana:bdi=mag')) FROM lbm
UNION ALL SELECT format('({:.2f} and {:.2f} times as fast)', "Tavana et al. with BDI", "Tavana et al. with MAG-BDI") FROM s WHERE program = 'LBM'
UNION ALL SELECT format('Without LBM their means are {:.3f} and {:.3f}, and LATTE-CC''s {:.3f} and {:.3f}',
  "Tavana et al. with BDI", "Tavana et al. with MAG-BDI", "LATTE-CC with BDI", "LATTE-CC with MAG-BDI") FROM rest;

WITH bits AS (FROM (VALUES (1, 'mag-bdi, MAG 64'), (2, 'mag-bdi, MAG 32'), (3, 'mag-bdi, MAG 16'), (4, 'mag-bdi:bases=8+4+2, MAG 32'),
  (5, 'latte-cc:bdi=mag, MAG 32'), (6, 'tavana:bdi=mag, MAG 32'), (7, 'latte-cc:bdi=full, MAG 32'), (8, 'tavana:bdi=full, MAG 32')) AS b(bits, run)),
lbm AS (SELECT bits, 100 * metadataMisses / metadataAccesses AS misses FROM simulations JOIN bits ON memory = 'gtx580, ' || run
  WHERE program = 'lbm {x=120, y=120, z=150, steps=2}'),
b16 AS (SELECT program, "BDI, 16 B" AS bdi, "MAG-aware BDI, 16 B" AS mag FROM "mag-fig19.speedups" WHERE program NOT LIKE '%mean'),
points AS (SELECT 100 * (exp(avg(ln(mag))) - exp(avg(ln(bdi)))) AS every,
  100 * (exp(avg(ln(mag)) FILTER (program <> 'LBM')) - exp(avg(ln(bdi)) FILTER (program <> 'LBM'))) AS rest FROM b16)
SELECT format('with 2, 4 and 8 bits a block {:.1f}, {:.0f} and {:.0f} %', max(misses) FILTER (bits = 2), max(misses) FILTER (bits = 4),
  max(misses) FILTER (bits = 8)) FROM lbm
UNION ALL SELECT format('with 1, 3, 5, 6 and 7 bits {:.1f} to {:.1f} %', min(misses), max(misses)) FROM lbm WHERE bits NOT IN (2, 4, 8)
UNION ALL SELECT format('LBM is {:.2f} and {:.2f} times as fast, which makes {} points of the mean', mag, bdi,
  ['three', 'four', 'five'][round(every - rest)::INT - 2]) FROM b16, points WHERE program = 'LBM';

WITH lbm AS (SELECT split(blocksByBursts, ' ')::BIGINT[] AS b, ['a quarter', 'half', 'three quarters'] AS quarters FROM simulations
  WHERE program = 'lbm {x=120, y=120, z=150, steps=2}' AND memory = 'gtx580, mag-bdi, MAG 16')
SELECT format('LBM reaches {:.1f} and not {:.1f}', measured, paper) FROM claims WHERE experiment = 'mag/fig18' AND measure = 'lbm'
UNION ALL SELECT format('{} do, and {} takes 32', quarters[round(4 * b[2] / list_sum(b))::INT], quarters[round(4 * b[3] / list_sum(b))::INT]) FROM lbm;

-- Bursts of 64 bytes
WITH s AS (SELECT program, "BDI, 64 B" AS bdi, "MAG-aware BDI, 64 B" AS mag FROM "mag-fig19.speedups")
SELECT format('LBM is {:.2f} times as fast under both', bdi) FROM s WHERE program = 'LBM'
UNION ALL SELECT format('LBM is {:.2f} times as fast under both', mag) FROM s WHERE program = 'LBM'
UNION ALL SELECT format('make the {:.1f} points between the means', 100 * (mag - bdi)) FROM s WHERE program = 'mean'
UNION ALL SELECT format('between the means (the paper: {:.0f})', 100 * (mag - bdi)) FROM s WHERE program = 'the paper''s mean'
UNION ALL SELECT format('At full size {} is, by {:.1f} %.', string_agg(program, ' and '), max(100 * (1 - mag / bdi))) FROM s
  WHERE mag / bdi < 0.9995 AND program <> 'mean';

-- Quick runs
SELECT format('at full size {:.0f}, {:.0f} and {:.0f} %', "2 or more (%)", "one (%)", "none (%)") FROM "mag-fig6.zeros" WHERE data = 'average'
UNION ALL SELECT format('(the paper: {:.0f}, {:.0f} and {:.0f})', max(paper) FILTER (measure = 'share.0'), max(paper) FILTER (measure = 'share.1'),
  max(paper) FILTER (measure = 'share.2')) FROM claims WHERE experiment = 'mag/fig6';

-- What moves, program by program
WITH b AS (SELECT m.data AS program, m."32 B (%)" AS small, 100 - b."128 B (%)" AS bdi, b."128 B (%)" - m."128 B (%)" AS gain
  FROM "mag-fig12.mag-bdi" AS m JOIN "mag-fig12.bdi" AS b USING (data))
SELECT format('from 22 bits ({:.0f}, {:.0f} and {:.0f} points)', max(gain) FILTER (program = 'BFS'), max(gain) FILTER (program = 'PVR'),
  max(gain) FILTER (program = 'TP')) FROM b
UNION ALL SELECT format('where BFS has {:.0f}', bdi) FROM b WHERE program = 'BFS'
UNION ALL SELECT format('BFS and HW have {:.0f} and {:.0f} % (the paper: 17 to 41), MST {:.0f}, SSSP {:.0f}, and BFS2 {:.0f}',
  max(small) FILTER (program = 'BFS'), max(small) FILTER (program = 'HW'), max(small) FILTER (program = 'MST'),
  max(small) FILTER (program = 'SSSP'), max(small) FILTER (program = 'BFS2')) FROM b;

-- Limits
SELECT format('That {} of the data', stated) FROM claims WHERE experiment = 'mag/fig17' AND measure = 'types';
