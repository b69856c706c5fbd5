-- Measuring the papers again
SELECT format('on): {} simulations', count(*)) FROM simulations
WHERE split_part(program, ' ', 1) IN (SELECT lower(program) FROM "mag-table5.programs");

-- Verdicts
WITH v AS (SELECT replace(experiment, 'mag/', '') || ' ' || measure AS claim, regexp_extract(stated, '[0-9.]+') AS number, *
  FROM claims WHERE experiment LIKE 'mag/%'),
c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper, map(list(claim), list(number)) AS stated FROM v),
b AS (FROM "mag-bases.ratios" WHERE data = 'geometric mean')
SELECT format('Equation 1 for {} combinations', count(*)) FROM "mag-equation1.widths"
UNION ALL SELECT format('its ratio of {} at a MAG of 32 bytes', stated['fig18-data largest.32']) FROM c
UNION ALL SELECT format('{:.0f} of 4,096 MB are {:.1f} and not {} %', ours['metadata totalWithHeader'], ours['metadata shareWithHeader'],
  stated['metadata shareWithHeader']) FROM c
UNION ALL SELECT format('{} % are {:.0f}, and BDI''s ratio falls by {:.0f} and not by {} %', stated['fig13 paper.mag-bdi.over.bdi:units=b4'],
  ours['fig13 paper.mag-bdi.over.bdi:units=b4'], ours['fig13 bdiLoss'], stated['fig13 bdiLoss']) FROM c
UNION ALL SELECT format('its mean effective ratio is {:.0f} % above it: {:.2f} against {:.2f}',
  100 * "MAG-aware BDI effective" / "BDI effective" - 100, "MAG-aware BDI effective", "BDI effective")
  FROM "mag-fig13-data.ratios" WHERE data = 'geometric mean'
UNION ALL SELECT format('programs: {:.2f} against {:.2f})', paper['fig13 effective.mag-bdi'], paper['fig13 effective.bdi:units=b4']) FROM c
UNION ALL SELECT unnest([format('C-PACK''s mean effective ratio, {:.2f},', "C-PACK effective"),
  format('TSLC-OPT''s mean effective ratio, {:.2f},', "TSLC-OPT effective")]) FROM "mag-fig13-data.ratios" WHERE data = 'geometric mean'
UNION ALL SELECT format('a sign bit costs {} %', stated['leading-ones ratio']) FROM c
UNION ALL SELECT format('the sign gains {:.1f} %', 100 * signed / unsigned - 100) FROM "mag-delta-modes.ratios" WHERE data = 'geometric mean'
UNION ALL SELECT format('more than two here: {:.2f} against {:.2f} if the mask is not counted', "3, no mask", "2, no mask") FROM b
UNION ALL SELECT format('{:.3f} against {:.3f} with it; one, which needs no mask, comes to {:.3f}', "3 bases", "2 bases", "1 base") FROM b
UNION ALL SELECT format('costs {:.1f} % against the best base', 100 * "2, the best" / "2 bases" - 100) FROM b;

SELECT format('the gain is {:.1f} %', 100 * "MAG-aware BDI" / "BDI, all of it" - 100) FROM "mag-baselines.ratios" WHERE data = 'geometric mean';

SELECT format('to end at {:.1f},', measured) FROM claims WHERE experiment = 'buddy/fig3' AND measure = 'seismic.end';

WITH v AS (SELECT replace(experiment, 'buddy/', '') || ' ' || measure AS claim, regexp_extract(stated, '[0-9.]+') AS number, *
  FROM claims WHERE experiment LIKE 'buddy/%'),
c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper, map(list(claim), list(number)) AS stated FROM v),
images AS (FROM "buddy-hypotheses.ratios" WHERE assumption = 'as it is'),
d AS (SELECT *, program IN (SELECT program FROM "buddy-fig9.shares") AS trains FROM "buddy-fig7.designs"),
t AS (SELECT trains, avg("buddy accesses at 40 % (%)") - avg("buddy accesses at 10 % (%)") AS rises
  FROM "buddy-fig10.thresholds" JOIN d USING (program) WHERE program <> 'ep' GROUP BY trains),
hits AS (SELECT map(list(program), list("4 KiB (%)")) AS hit FROM "buddy-fig6b.hits")
SELECT format('optimistic {:.2f} for HPC and {:.2f} for training (the paper: {:.2f} and {:.2f})', ours['fig3 ratio.hpc'],
  ours['fig3 ratio.training'], paper['fig3 ratio.hpc'], paper['fig3 ratio.training']) FROM c
UNION ALL SELECT format('{:.2f} and {:.2f} in the final design ({:.1f} and {:.1f})', ours['fig7 ratio.hpc.zeroOptimised'],
  ours['fig7 ratio.training.zeroOptimised'], paper['fig7 ratio.hpc.zeroOptimised'], paper['fig7 ratio.training.zeroOptimised']) FROM c
UNION ALL SELECT format('Six of the ten HPC programs compress by {:.2f} at most', list_sort(list(BPC))[6])
  FROM "buddy-fig5a.programs" JOIN d USING (program) WHERE NOT trains
UNION ALL SELECT format('come to {:.2f} to {:.2f} optimistic and {:.2f} to {:.2f} in the final design', min(optimistic), max(optimistic),
  min("final design"), max("final design")) FROM images
UNION ALL SELECT format('(`buddy/fig7`; {:.2f} and {:.2f})', ours['fig7 ratio.training.perAllocation'], ours['fig7 ratio.training.naive']) FROM c
UNION ALL SELECT format('which {:.0f} to {:.0f} % of their entries exceed', min("naive, expected (%)"), max("naive, expected (%)")) FROM d
  WHERE trains AND naive > 1
UNION ALL SELECT format('fall from {:.0f} to {:.1f} % (the paper: {:.0f} and {:.0f})', ours['fig7 accesses.training.naive'],
  ours['fig7 accesses.training.zeroOptimised'], paper['fig7 accesses.training.naive'], paper['fig7 accesses.training.zeroOptimised']) FROM c
UNION ALL SELECT format('(`buddy/fig5b`; {:.1f} and {:.1f} %)', "8 B (%)", "32 B (%)") FROM "buddy-fig5b.programs" WHERE data = 'average'
UNION ALL SELECT format('ResNet50 and Inception gain {:.0f} % each', 100 * "zero-optimised" / "per allocation" - 100) FROM d
  WHERE program IN ('resnet50', 'inception')
UNION ALL SELECT format('HPC programs are {:.1f} % and not {:.2f} (`buddy/fig7`)', ours['fig7 accesses.hpc.zeroOptimised'],
  paper['fig7 accesses.hpc.zeroOptimised']) FROM c
UNION ALL SELECT format('which makes {:.0f} of the points', "zero-optimised, buddy accesses (%)" / 10) FROM d WHERE program = 'ep'
UNION ALL SELECT format('without ep it rises by {:.1f} points from 10 to 40 %, and training by {:.1f}', max(rises) FILTER (NOT trains),
  max(rises) FILTER (trains)) FROM t
UNION ALL SELECT format('by allocation {:.0f} to {:.0f} % of their bytes have 1x', min("of the final design, bytes at 1x (%)"),
  max("of the final design, bytes at 1x (%)")) FROM d WHERE trains AND naive > 1
UNION ALL SELECT format('conv3''s alone make {:.0f} % of these accesses', "of the buddy accesses (%)") FROM "buddy-fig7.spills"
  WHERE allocation = 'conv3.weight.diff'
UNION ALL SELECT format('of AlexNet {:.0f} % of the entries and {:.0f} points of the accesses', max("entries that change (%)") FILTER (program = 'alexnet'),
  max("highest (%)" - "final design, lowest (%)") FILTER (program = 'alexnet')) FROM "buddy-fig9.shares"
UNION ALL SELECT format('of others {:.0f} to {:.0f} points and {:.1f} of BigLSTM',
  min("highest (%)" - "final design, lowest (%)") FILTER (program NOT IN ('alexnet', 'biglstm')),
  max("highest (%)" - "final design, lowest (%)") FILTER (program NOT IN ('alexnet', 'biglstm')),
  max("highest (%)" - "final design, lowest (%)") FILTER (program = 'biglstm')) FROM "buddy-fig9.shares"
UNION ALL SELECT format('from nothing to {:.1f} %, and from {:.1f} to {:.1f}', max("highest (%)") FILTER (program = 'resnet50'),
  max("final design, lowest (%)") FILTER (program = 'squeezenet'), max("highest (%)") FILTER (program = 'squeezenet')) FROM "buddy-fig9.shares"
UNION ALL SELECT format('multigrid needs a threshold of {:.0f} % for its best ratio, as in the paper above 80, but cg and large eddies need {:.0f}',
  max("threshold for it (%)"::DOUBLE) FILTER (program = 'multigrid'), min("threshold for it (%)"::DOUBLE) FILTER (program IN ('cg', 'les'))) FROM "buddy-fig10.thresholds"
UNION ALL SELECT format('Of stores alone they would be {:.0f} %', avg("per store of a warp (%)")) FROM "buddy-overflows.overflows"
UNION ALL SELECT format('AlexNet''s are {:.1f} % ({:.1f})', ours['fig7 accesses.alexnet'], paper['fig7 accesses.alexnet']) FROM c
UNION ALL SELECT format('in runs of {:.0f} like entries', 100 / (100 - "share (%)")) FROM "buddy-fig8.neighbours" WHERE program = 'multigrid'
UNION ALL SELECT format('of BigLSTM {:.1f} % of the entries change', "entries that change (%)") FROM "buddy-fig9.shares"
  WHERE program = 'biglstm'
UNION ALL SELECT format('at 4 KiB hit rates are {:.0f} and {:.0f} %', hit['seismic'], hit['les']) FROM hits
UNION ALL SELECT unnest([format('bt has {:.0f},', hit['bt']), format('through an index list {:.0f};', hit['porous'])]) FROM hits
UNION ALL SELECT format('place at {:.1f} % of the warp-instructions and not at {:.0f} (`buddy/overflows`;', ours['overflows rate'], paper['overflows rate']) FROM c
UNION ALL SELECT format('the {} % of CPU programs'' instructions', stated['overflows above.cpu']) FROM c
UNION ALL SELECT format('{:.1f} % in HPC, up to {:.1f} of `{}`, and {:.1f} in training, which executes {:.0f} to {:.0f} instructions for each access',
  avg("per warp-instruction (%)") FILTER (program NOT IN (SELECT program FROM "buddy-fig9.shares")),
  max("per warp-instruction (%)"), arg_max(program, "per warp-instruction (%)"),
  avg("per warp-instruction (%)") FILTER (program IN (SELECT program FROM "buddy-fig9.shares")),
  min("warp-instructions" / "accesses to memory") FILTER (program IN (SELECT program FROM "buddy-fig9.shares")),
  max("warp-instructions" / "accesses to memory") FILTER (program IN (SELECT program FROM "buddy-fig9.shares"))) FROM "buddy-overflows.kernels"
UNION ALL SELECT format('sedov takes {:.2f} times the energy of no compression (`buddy/fig13`): what crosses the link costs half of that', buddy) FROM "buddy-fig13.energy" WHERE program = 'sedov'
UNION ALL SELECT format('the worst is {}, with {:.2f}', arg_max(program, "buddy at 4 KiB"), max("buddy at 4 KiB")) FROM "buddy-fig13.energy";

WITH e AS (FROM "buddy-fig13.energy"), n AS (SELECT ['none', 'one', 'two', 'three', 'four', 'five'] AS word)
SELECT format('in all programs but {} (', word[1 + count(*) FILTER (buddy > 1)]) FROM e, n GROUP BY word
UNION ALL SELECT format('nine of ten do, in all but {}, and', word[1 + count(*) FILTER ("buddy at 90 %" > 1)]) FROM e, n GROUP BY word
UNION ALL SELECT format('in all but {})', word[1 + count(*) FILTER ("buddy at 4 KiB" > 1)]) FROM e, n GROUP BY word;

SELECT format('HPC would have {:.2f}, by seismic alone, which is {:.0f} times', exp(avg(ln(ratio))), max(t0) FILTER (program = 'seismic'))
FROM (SELECT program, t0, list_avg(list_value(*COLUMNS('^t[0-9]$'))) AS ratio FROM "buddy-fig3.ratios")
WHERE program NOT IN (SELECT program FROM "buddy-fig9.shares");

-- What would make them compress as the paper's do
WITH h AS (SELECT *, left(assumption, 4) AS zeros, split_part(loss, ' to ', 2)::DOUBLE AS ends FROM "buddy-hypotheses.ratios"),
c AS (SELECT map(list(measure), list(paper)) AS paper FROM claims WHERE experiment IN ('buddy/fig3', 'buddy/fig7'))
SELECT format('what the paper has ({:.2f} and {:.1f})', paper['ratio.training'], paper['ratio.training.zeroOptimised']) FROM c
UNION ALL SELECT format('85 % of them bring the optimistic ratio to {:.2f}, and then the final design has {:.2f}', exp(avg(ln(optimistic))),
  exp(avg(ln("final design")))) FROM h WHERE zeros = '85 %'
UNION ALL SELECT format('well, by {:.2f}, {:.2f} and {:.2f}', max(optimistic) FILTER (network = 'alexnet' AND zeros = '50 %'),
  max(optimistic) FILTER (network = 'squeezenet'), max(optimistic) FILTER (network = 'alexnet' AND zeros = '65 %')) FROM h WHERE learns = 'no'
UNION ALL SELECT format('all of VGG16''s ({:.2f} to {:.2f})', min(ends), max(ends)) FROM h WHERE network = 'vgg16' AND assumption LIKE '% zeros %'
UNION ALL SELECT format('ResNet50''s at 85 % ({:.2f})', ends) FROM h WHERE network = 'resnet50' AND zeros = '85 %'
UNION ALL SELECT format('Inception''s at 85 %, by {:.2f} and {:.2f}', optimistic, "final design") FROM h
  WHERE network = 'inception' AND zeros = '85 %';

WITH c AS (SELECT map(list(measure), list(paper)) AS paper FROM claims WHERE experiment IN ('buddy/fig3', 'buddy/fig7'))
SELECT format('the paper''s HPC ratios, {:.2f} and {:.1f}', paper['ratio.hpc'], paper['ratio.hpc.zeroOptimised']) FROM c;

WITH v AS (SELECT replace(experiment, 'buddy/', '') || ' ' || measure AS claim, regexp_extract(stated, '[0-9.]+') AS number, *
  FROM claims WHERE experiment LIKE 'buddy/%'),
c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper, map(list(claim), list(number)) AS stated FROM v)
SELECT format('pages of 64 KiB take {:.0f} bits to number where those of 2 MiB take {:.0f}, and not {}', ours['design offset.64KiB'],
  ours['design offset.2MiB'], stated['design offset.64KiB']) FROM c
UNION ALL SELECT format('the paper''s {} make a page-table entry of up to {:.0f}', stated['design entry'], ours['design entry']) FROM c
UNION ALL SELECT format('are {:.0f} slices of 4 KB, for {} controllers', ours['design slices'], stated['design slices']) FROM c
UNION ALL SELECT format('load of {:.1f} % does not follow from {:.0f} % in 10 programs and {:.1f} % in 6 (`buddy/fig12`: {:.1f})',
  paper['fig12 busy'], paper['fig12 busy.hpc'], paper['fig12 busy.training'], ours['fig12 busy.paper']) FROM c;

-- The sizes of the literature
WITH p AS (SELECT lower(program) AS program, "warp-instructions" / 1e6 AS million FROM "mag-table5.programs"),
m AS (SELECT count(DISTINCT memory) AS memories FROM simulations WHERE split_part(program, ' ', 1) IN (SELECT program FROM p))
SELECT format('the {} memories of all experiments', memories), format('the others take {:.1f} hours', sum(million) * memories / 2 / 3600)
FROM p, m WHERE program IN ('mst', 'pvr', 'lbm', 'hw') GROUP BY memories;
