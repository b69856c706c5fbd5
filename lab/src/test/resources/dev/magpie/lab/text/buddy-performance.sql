-- The paper's programs
SELECT format('`seismic` has {:.2f} here,', "memory (MiB)" / "of the device's (MiB)"),
  format('on 64 x 64 x 64 cells, and {:.2f} there', "zero-optimised")
FROM "buddy-fig12.programs" JOIN "buddy-fig7.designs" USING (program) WHERE program = 'seismic';

WITH p AS (SELECT *, "memory (MiB)" / "of the device's (MiB)" AS ratio, NOT regexp_matches(after, '^(3|FF_)') AS trains FROM "buddy-fig12.programs"),
c AS (SELECT replace(experiment, 'buddy/', '') || ' ' || measure AS claim, stated, paper, measured FROM claims),
s AS (SELECT program, 100 * ("bandwidth only" - 1) AS bandwidth, 100 * ("Buddy, 150 GB/s" - 1) AS at150, 100 * ("Buddy, 50 GB/s" - 1) AS at50,
  100 * (1 / "Buddy, 50 GB/s" - 1) AS slower50 FROM "buddy-fig12.speed"),
v AS (SELECT program, 100 * ("Buddy, half the latency of buddy memory" / "Buddy, 150 GB/s" - 1) AS half,
  100 * ("Buddy, twice the latency of buddy memory" / "Buddy, 150 GB/s" - 1) AS twice,
  100 * ("Buddy, codecs take no time" / "Buddy, 150 GB/s" - 1) AS codec, 100 * ("Buddy, metadata at hand" / "Buddy, 150 GB/s" - 1) AS hand
  FROM "buddy-fig12.variants"),
h AS (SELECT max(cycles::INT) FILTER (memory LIKE '%, 50 GB/s') AS c50, max(cycles::INT) FILTER (memory LIKE '%, 150 GB/s') AS c150,
  max(cycles::INT) FILTER (memory LIKE '%, 200 GB/s') AS c200, max(copyCycles) - min(copyCycles) AS copies FROM simulations
  WHERE program = 'hpgmg-cuda {size=full}' AND memory IN ('p100, Buddy, 50 GB/s', 'p100, Buddy, 150 GB/s', 'p100, Buddy, 200 GB/s')),
m AS (SELECT program, list_value(*COLUMNS('^Buddy')) AS buddy, list_value(*COLUMNS('^bandwidth')) AS gained,
  100 * (list_max(buddy) - list_min(buddy)) AS b, 100 * (list_max(gained) - list_min(gained)) AS n FROM "buddy-fig12.places"),
means AS (SELECT i, 100 * exp(avg(ln(gained[i]))) AS mean FROM m, range(1, 4) AS place(i) GROUP BY i)
SELECT format('programs are {:.1f} % faster under Buddy Compression than without (HPC {:+.1f}, training {:+.1f}), and with 50 GB/s {:.1f} % less fast',
  max(at150) FILTER (program = 'all'), max(at150) FILTER (program = 'HPC'), max(at150) FILTER (program = 'training'), max(-at50) FILTER (program = 'all')) FROM s
UNION ALL SELECT format('the other fifteen are {:.1f} % faster and {:.1f} % less fast', 100 * exp(avg(ln(1 + at150 / 100))) - 100, 100 - 100 * exp(avg(ln(1 + at50 / 100))))
  FROM s JOIN p USING (program) WHERE program <> 'seismic'
UNION ALL SELECT format('at most {:.0f} % slower, and more than {:.0f} %', max(bound) FILTER (claim = 'fig12 at-150'),
  max(bound) FILTER (claim = 'fig12 at-50'))
  FROM (SELECT claim, regexp_extract(stated, '[0-9.]+')::DOUBLE AS bound FROM c WHERE claim LIKE 'fig12 at-%0')
UNION ALL SELECT format('shrinks by {:.1f} and {:.1f}, where ours does by {:.2f} and {:.2f}, and of {} programs not at all',
  (SELECT paper FROM c WHERE claim = 'fig7 ratio.hpc.zeroOptimised'), (SELECT paper FROM c WHERE claim = 'fig7 ratio.training.zeroOptimised'),
  exp(avg(ln(ratio)) FILTER (NOT trains)), exp(avg(ln(ratio)) FILTER (trains)), ['two', 'three', 'four', 'five'][count(*) FILTER (ratio = 1) - 1]) FROM p
UNION ALL SELECT format('its targets are {:.0f}x', ratio) FROM p WHERE program = 'ep'
UNION ALL SELECT format('busy for {:.1f} % of the time ({:.0f} in the paper), {:.1f} points of it by `ep` and {:.1f} by `seismic`', max(measured), max(paper),
  max("links busy (%)") FILTER (program = 'ep') / 10, max("links busy (%)") FILTER (program = 'seismic') / 10) FROM c, p WHERE claim = 'fig12 busy.hpc'
UNION ALL SELECT format('DRAM is busy for {:.0f} to {:.0f} % of the time', min("DRAM busy (%)"), max("DRAM busy (%)")) FROM p WHERE trains
UNION ALL SELECT format('is {:.0f} % slower at 50 GB/s', slower50) FROM s WHERE program = 'squeezenet'
UNION ALL SELECT format('gains {:.1f} % in training and {:.1f} over all programs, where the paper has most of its {:.1f} %',
  max(bandwidth) FILTER (program = 'training'), max(bandwidth) FILTER (program = 'all'),
  (SELECT paper FROM c WHERE claim = 'fig12 bandwidth-only')) FROM s
UNION ALL SELECT format('without `seismic` the other fifteen lose {:.1f} %', 100 * (1 - exp(avg(ln(1 + bandwidth / 100)))))
  FROM s JOIN p USING (program) WHERE program <> 'seismic'
UNION ALL SELECT format('AlexNet, {:.1f} % slower in the paper and {:.0f} at 50 GB/s with {:.1f} % of accesses to buddy memory, has {:.1f} %',
  max(paper) FILTER (claim = 'fig12 alexnet.150'), max(paper) FILTER (claim = 'fig12 alexnet.50'),
  max(paper) FILTER (claim = 'fig12 alexnet.accesses'), max(measured) FILTER (claim = 'fig12 alexnet.accesses')) FROM c
UNION ALL SELECT format('`cg` gains {:.0f} % here, with {:.1f} MiB, {:.1f} times the L2, where the others have {:.0f} times and more',
  max(bandwidth) FILTER (program = 'cg'), max("memory (MiB)") FILTER (program = 'cg'), max("memory (MiB)") FILTER (program = 'cg') / 4,
  min("memory (MiB)") FILTER (program <> 'cg') / 4) FROM s JOIN p USING (program)
UNION ALL SELECT format('changes mean speed by {:.1f} % at most', greatest(abs(half), abs(twice))) FROM v WHERE program = 'all'
UNION ALL SELECT format('(`squeezenet` loses {:.1f} % with twice, `bt` and `ep` gain {:.1f} and {:.1f} with half)',
  max(-twice) FILTER (program = 'squeezenet'), max(half) FILTER (program = 'bt'), max(half) FILTER (program = 'ep')) FROM v
UNION ALL SELECT format('codecs that take no time by {:.1f}', codec) FROM v WHERE program = 'all'
UNION ALL SELECT format('by {:.0f} % from 50 GB/s to 150, and {:.0f} % to 200, for {} tenths by its copies',
  100 * (c50 / c150 - 1), 100 * (c50 / c200 - 1), ['seven', 'eight', 'nine'][round(10 * copies / (c50 - c200))::INT - 6]) FROM h
UNION ALL SELECT format('The rest, {:.1f} % of its time', 100 * (c50 - c200 - copies) / c150) FROM h
UNION ALL SELECT format('change no program by more than {:.0f} %', ceil(max(abs(hand)))) FROM v
UNION ALL SELECT format('moves by {:.1f} points (`ilbdc`), {:.1f} (`cg`), {:.1f} (`seismic`), {:.1f} (`bt`) and {:.1f} (`ep`)', max(b) FILTER (program = 'ilbdc'),
  max(b) FILTER (program = 'cg'), max(b) FILTER (program = 'seismic'), max(b) FILTER (program = 'bt'), max(b) FILTER (program = 'ep')) FROM m
UNION ALL SELECT format('bandwidth-only compression by {:.1f} (`cg`), {:.1f} (`ilbdc`) and {:.1f} (`seismic`), its mean by {:.1f}',
  max(n) FILTER (program = 'cg'), max(n) FILTER (program = 'ilbdc'), max(n) FILTER (program = 'seismic'),
  (SELECT max(mean) - min(mean) FROM means)) FROM m;

SELECT format('until {:.1f} % of a program''s entries spill', paper) FROM claims WHERE experiment = 'buddy/fig12' AND measure = 'alexnet.accesses';

WITH g AS (SELECT program, 100 * (1 / "speed, 150 GB/s" - 1) AS at150, 100 * (1 / "speed, 100 GB/s" - 1) AS at100,
  100 * (1 / "speed, 50 GB/s" - 1) AS at50 FROM "buddy-fig12.given"),
copies AS (SELECT 100 * (spills.copyCycles - none.copyCycles) / none.cycles::INT AS copies
  FROM simulations AS spills JOIN simulations AS none USING (program)
  WHERE program = 'hpgmg-cuda {size=full}' AND spills.memory = 'p100, Buddy, 5.4 % spill, 50 GB/s'
    AND none.memory = 'p100, no compression, 150 GB/s')
SELECT format('With 150 GB/s none is then slower than by {:.1f} %', max(at150)),
  format('with 100 `hpgmg` by {:.0f} and `squeezenet` by {:.0f}', max(at100) FILTER (program = 'hpgmg'), max(at100) FILTER (program = 'squeezenet')),
  format('with 50, `hpgmg` by {:.0f} %, of which its copies make {:.0f}, `squeezenet` by {:.0f}', max(at50) FILTER (program = 'hpgmg'),
    max(copies), max(at50) FILTER (program = 'squeezenet')),
  format('`palm`, `bt` and `alexnet` by {:.0f} to {:.0f}', min(at50) FILTER (program IN ('palm', 'bt', 'alexnet')),
    max(at50) FILTER (program IN ('palm', 'bt', 'alexnet')))
FROM g, copies;

-- What spills, and how
WITH c AS (SELECT measure, paper FROM claims WHERE experiment = 'buddy/fig12'),
stream AS (SELECT *, format('{} {}', spread, "spill (%)") AS spills FROM "buddy-fig12-share.stream"),
gather AS (SELECT *, format('{} {}', spread, "spill (%)") AS spills FROM "buddy-fig12-share.gather")
SELECT format('the stream''s spread entries cost {:.0f} % at 8 %', "50 GB/s (%)") FROM stream WHERE spills = 'even 8.0'
UNION ALL SELECT format('the gather''s {:.0f} and {:.0f} %', min("50 GB/s (%)"), max("50 GB/s (%)")) FROM gather
  WHERE spills IN ('even 8.0', 'even 16.0')
UNION ALL SELECT format('AlexNet, with {:.1f} % of accesses, is {:.1f} % slower at 150 GB/s and {:.0f} % at 50',
  max(paper) FILTER (measure = 'alexnet.accesses'), max(paper) FILTER (measure = 'alexnet.150'), max(paper) FILTER (measure = 'alexnet.50')) FROM c
UNION ALL SELECT format('costs the stream is {:.0f} and {:.0f} % in one run', "150 GB/s (%)", "50 GB/s (%)") FROM stream WHERE spills = 'run 5.4'
UNION ALL SELECT format('with {:.0f} % in one run it takes {:.0f} % more at 50 GB/s', "spill (%)", "50 GB/s (%)") FROM "buddy-fig12-share.product"
  WHERE spread = 'run' AND "spill (%)" = 16;

SELECT format('stream and stencil take {:.0f} to {:.0f} % more under Buddy memory, and the gather {:.0f} % less',
  stencil."150 GB/s, against in place (%)", stream."150 GB/s, against in place (%)", -gather."150 GB/s, against in place (%)")
FROM "buddy-fig12-share.stream" AS stream JOIN "buddy-fig12-share.stencil" AS stencil USING (spread, "spill (%)")
  JOIN "buddy-fig12-share.gather" AS gather USING (spread, "spill (%)") WHERE spread = 'even' AND "spill (%)" = 0;

SELECT format('the stream takes {:.0f} % less time as long as nothing spills, and still {:.0f} % less at 5.4 % in one run and 50 GB/s',
  max(-"50 GB/s, against none (%)") FILTER ("spill (%)" = 0), max(-"50 GB/s, against none (%)") FILTER ("spill (%)" = 5.4))
FROM "buddy-fig12-share.stream" WHERE spread = 'run'
UNION ALL SELECT format('The gather takes {:.0f} % less and the stencil {:.0f}',
  -gather."50 GB/s, against none (%)", -stencil."50 GB/s, against none (%)")
FROM "buddy-fig12-share.gather" AS gather JOIN "buddy-fig12-share.stencil" AS stencil USING (spread, "spill (%)")
WHERE spread = 'run' AND "spill (%)" = 0;

SELECT format('of the {} took', count(*)) FROM simulations WHERE program LIKE 'spill-%';

WITH s AS (SELECT split_part(program, ' ', 1) AS program, 100 * l2HitRate AS l2, 100 * dramBusyShare AS dram FROM simulations
  WHERE memory = 'p100, no compression, 150 GB/s' AND (program NOT LIKE 'spill-%' OR program LIKE '%{share=0,%'))
SELECT format('the stream has none and {:.0f} %', dram) FROM s WHERE program = 'spill-stream' AND l2 = 0
UNION ALL SELECT format('the stencil {:.0f} and {:.0f}', l2, dram) FROM s WHERE program = 'spill-stencil'
UNION ALL SELECT format('the gather none and {:.0f}', dram) FROM s WHERE program = 'spill-gather' AND l2 = 0
UNION ALL SELECT format('the product {:.0f} and {:.0f}', l2, dram) FROM s WHERE program = 'spill-product'
UNION ALL SELECT format('`palm` ({:.0f} and {:.0f} %)', l2, dram) FROM s WHERE program = 'palm-cuda'
UNION ALL SELECT format('`ilbdc` ({:.0f} and {:.0f} %)', l2, dram) FROM s WHERE program = 'ilbdc-cuda'
UNION ALL SELECT format('networks that are trained ({:.0f} % of the peak and less)', max("DRAM busy (%)")) FROM "buddy-fig12.programs"
  WHERE NOT regexp_matches(after, '^(3|FF_)');

-- Unified memory, and memory on the host
WITH s AS (FROM "buddy-fig14.slowdown"), c AS (FROM claims WHERE experiment = 'buddy/fig14'),
cg AS (SELECT one.memory AS memory, one.cycles::INT AS first, (three.cycles::INT - first) / 2 AS later
  FROM simulations AS one JOIN simulations AS three
    ON three.program = one.program AND three.memory = replace(one.memory, 'after a sweep', 'three sweeps') AND one.memory LIKE '%after a sweep'
  WHERE one.program = 'cg-cuda {size=full}')
SELECT format('{:.2f} times as slow (the paper: {},', "Buddy, 50 GB/s", replace(stated, ' times', ''))
  FROM s, c WHERE program = 'ep' AND measure = 'buddy'
UNION ALL SELECT format('Pinned memory is {:.1f} to {:.1f} times as slow for the others', min(pinned), max(pinned)) FROM s WHERE program <> 'ep'
UNION ALL SELECT format('352.ep is up to {:.0f} times', paper) FROM c WHERE measure = 'ep'
UNION ALL SELECT format('with 40 % that do not fit the last two take {:.1f} times as long as the first', later / first)
  FROM cg WHERE memory LIKE '%unified, 40 %'
UNION ALL SELECT format('which makes it {:.1f} times slower', "20 %, batches of 20 us" / "unified, 20 %") FROM s WHERE program = 'cg'
UNION ALL SELECT format('all of its {:.2f}', "20 %, no prefetch") FROM s WHERE program = 'ep'
UNION ALL SELECT format('a page faults {:.0f} and {:.0f} times a sweep', max(n) FILTER (program = 'cg'), max(n) FILTER (program = 'bt'))
  FROM (SELECT program, "40 %" / 3 / ceil(16 * "memory (MiB)") AS n FROM "buddy-fig14.faults" JOIN "buddy-fig12.programs" USING (program));

WITH h AS (SELECT max(cycles::INT) - min(cycles::INT) AS slower, max(copyCycles) - min(copyCycles) AS copies FROM simulations
  WHERE program = 'hpgmg-cuda {size=full}' AND regexp_matches(memory, '^p100, Buddy, 5.4 % spill, (50|200) GB/s$'))
SELECT format('copies make {:.0f} % of what the link changes', 100 * copies / slower) FROM h;

SELECT format('`cg` has {:.0f} of them', ceil("memory (MiB)" / 2)) FROM "buddy-fig12.programs" WHERE program = 'cg'
UNION ALL SELECT format('over runs of {:.0f} to {:.0f} milliseconds', min(cycles) / 1.3e6, max(cycles) / 1.3e6) FROM "buddy-fig14.pages";

-- Larger batches
WITH f AS (FROM "buddy-fig15a.footprints"), t AS (FROM "buddy-fig15b.throughput"), b AS (FROM "buddy-fig15c.batches"),
c AS (FROM claims WHERE experiment LIKE 'buddy/fig15%'),
p AS (SELECT "memory (MiB)" / "of the device's (MiB)" AS ratio FROM "buddy-fig12.programs"
  WHERE NOT regexp_matches(after, '^(3|FF_)') AND program <> 'biglstm')
SELECT format('at a batch of {} for AlexNet (the paper: {:.0f}), and {} without a context',
  "knee, 512 MiB of context", paper, "knee, 0 MiB of context")
  FROM f, c WHERE network = 'alexnet' AND measure = 'footprint.alexnet'
UNION ALL SELECT format('at {} to {} for the other four that read images', min("knee, 512 MiB of context"), max("knee, 512 MiB of context"))
  FROM f WHERE network NOT IN ('alexnet', 'biglstm')
UNION ALL SELECT format('VGG16 fits {} images in 12 GiB, and {} of what Caffe holds', "most in 12 GiB", "most held in 12 GiB")
  FROM f WHERE network = 'vgg16'
UNION ALL SELECT format('weights, gradients and momentum are {:.0f} GB', 12 * "weights (M)" / 1000) FROM f WHERE network = 'biglstm'
UNION ALL SELECT format('BigLSTM''s still by {:.0f} % from 512 to 1024', 100 * ("batch 1024 (/s)" / "batch 512 (/s)" - 1))
  FROM t WHERE network = 'biglstm'
UNION ALL SELECT format('a batch of {} (VGG16), {} (ResNet50), {} (SqueezeNet, Inception), {} (AlexNet) and {} (BigLSTM)',
  max("90 % at") FILTER (network = 'vgg16'), max("90 % at") FILTER (network = 'resnet50'),
  max("90 % at") FILTER (network IN ('squeezenet', 'inception')), max("90 % at") FILTER (network = 'alexnet'),
  max("90 % at") FILTER (network = 'biglstm')) FROM t
UNION ALL SELECT format('larger ones are {:.1f} % slower on average', 100 * (1 / (1 + measured / 100) - 1)) FROM c WHERE measure = 'batch'
UNION ALL SELECT format('{:.1f} % faster with the paper''s mean of 1.5 (the paper: {:.0f})', round(measured, 1) + 0, paper) FROM c WHERE measure = 'batch.given'
UNION ALL SELECT format('AlexNet {:.1f} %, SqueezeNet {:.1f}', max("faster by (%)") FILTER (network = 'alexnet'),
  max("faster by (%)") FILTER (network = 'squeezenet')) FROM b
UNION ALL SELECT format('with ratios of {:.2f} to {:.2f}, at both', min(ratio), max(ratio)) FROM p
UNION ALL SELECT format('batches follow from ratios of {:.2f} to {:.2f}', min("our ratio"), max("our ratio")) FROM b WHERE "batch in 12 GiB" > 0
UNION ALL SELECT format('1.5 makes the five {:.1f} % faster, ResNet50 by {:.1f}', avg("faster by (%)_2") FILTER ("batch in 12 GiB" > 0),
  max("faster by (%)_2") FILTER (network = 'resnet50')) FROM b
UNION ALL SELECT format('64 images are {:.0f} % slower than 128', 100 * ("batch 128 (/s)" / "batch 64 (/s)" - 1)) FROM t WHERE network = 'vgg16';

-- How far to trust the cycles
SELECT format('runs {} kernels', CASE count(*) WHEN 16 THEN 'sixteen' ELSE count(*)::VARCHAR END) FROM "buddy-fig11.kernels";

WITH k AS (SELECT *, "error (%)" AS error, "published (cycles)" AS published, "simulated (cycles)" AS simulated FROM "buddy-fig11.kernels")
SELECT format('the mean error is {:.1f} % and the median {:.1f} %; cycles correlate with {:.3f}, their logarithms with {:.3f}', avg(abs(error)),
  median(abs(error)), corr(published, simulated), corr(ln(published), ln(simulated))) FROM k WHERE "by" IN ('a GTX 580', 'a Quadro GV100')
UNION ALL SELECT format('those of the GV100 alone with {:.3f} (the paper''s simulator: {:.3f} with a V100)', correlation, paper)
  FROM "buddy-fig11.errors", claims WHERE "by" = 'a Quadro GV100' AND experiment = 'buddy/fig11' AND measure = 'correlation'
UNION ALL SELECT format('but for backprop''s update of weights ({:+.0f})', max(error) FILTER (kernel = 'bpnn_adjust_weights_cuda')) FROM k;
