-- MAG-aware BDI
WITH v AS (SELECT replace(experiment, 'mag/', '') || ' ' || measure AS claim, regexp_extract(stated, '[0-9.]+') AS number, *
  FROM claims WHERE experiment LIKE 'mag/%'),
c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper, map(list(claim), list(number)) AS stated FROM v)
SELECT format('its effective ratio is {} % above BDI''s, {}, {} and {} % above FPC''s, C-PACK''s and TSLC-OPT''s; TSLC-OPT''s is {} % above BDI''s',
  stated['fig13 paper.mag-bdi.over.bdi:units=b4'], stated['fig13 paper.mag-bdi.over.fpc'], stated['fig13 paper.mag-bdi.over.c-pack'],
  stated['fig13 paper.mag-bdi.over.tslc-opt'], stated['fig13 paper.tslc-opt.over.bdi:units=b4']) FROM c
UNION ALL SELECT format('({:.2f} - {:.2f}), in points. The quotients are {:.0f}, {:.0f}, {:.0f}, {:.0f} and {:.0f} %',
  paper['fig13 effective.mag-bdi'], paper['fig13 effective.bdi:units=b4'], ours['fig13 paper.mag-bdi.over.bdi:units=b4'],
  ours['fig13 paper.mag-bdi.over.fpc'], ours['fig13 paper.mag-bdi.over.c-pack'], ours['fig13 paper.mag-bdi.over.tslc-opt'],
  ours['fig13 paper.tslc-opt.over.bdi:units=b4']) FROM c
UNION ALL SELECT format('by {} % against BDI | {:.0f} less {:.0f} %, in points: it moves {:.0f} % less than BDI ({:.2f} over {:.2f})',
  stated['fig16 paper.mag-bdi.below.bdi'], paper['fig16 mean.mag-bdi'], paper['fig16 mean.bdi:units=b4'], ours['fig16 paper.mag-bdi.below.bdi'],
  1 - paper['fig16 mean.mag-bdi'] / 100, 1 - paper['fig16 mean.bdi:units=b4'] / 100) FROM c
UNION ALL SELECT format('MAG-aware BDI is {} % faster than BDI, {} % than FPC | points again: {:.2f} over {:.2f} is {:.1f} %',
  stated['fig14 paper.mag-bdi.over.bdi:units=b4'], stated['fig14 paper.mag-bdi.over.fpc'], 1 + paper['fig14 mean.mag-bdi'] / 100,
  1 + paper['fig14 mean.bdi:units=b4'] / 100, ours['fig14 paper.mag-bdi.over.bdi:units=b4']) FROM c
UNION ALL SELECT format('TSLC-OPT is {} % slower than MAG-aware BDI; MAG-aware BDI is {} % faster than BDI',
  stated['fig14 paper.tslc-opt.over.mag-bdi'], stated['fig19 points.16']) FROM c
UNION ALL SELECT format('too: {:.2f} is {:.1f} % below {:.2f}; {:.2f} over {:.2f} is {:.1f} % and', 1 + paper['fig14 mean.tslc-opt'] / 100,
  -ours['fig14 paper.tslc-opt.over.mag-bdi'], 1 + paper['fig14 mean.mag-bdi'] / 100, 1 + paper['fig19 gain.mag-bdi, MAG 16'] / 100, 1 + paper['fig19 gain.bdi:units=b4, MAG 16'] / 100,
  100 * (100 + paper['fig19 gain.mag-bdi, MAG 16']) / (100 + paper['fig19 gain.bdi:units=b4, MAG 16']) - 100) FROM c
UNION ALL SELECT format('about {} % below its raw one | {:.2f} is {:.0f} % below {:.2f}', stated['fig13 bdiLoss'],
  paper['fig13 effective.bdi:units=b4'], ours['fig13 bdiLoss'], paper['fig13 raw.bdi:units=b4']) FROM c
UNION ALL SELECT format('about {} % of the effective ratio', stated['fig13 loss']) FROM c
UNION ALL SELECT format('the means lose {:.0f}, {:.0f} and {:.0f} %, for FPC, C-PACK and BDI',
  100 - 100 * paper['fig13 effective.fpc'] / paper['fig13 raw.fpc'], 100 - 100 * paper['fig13 effective.c-pack'] / paper['fig13 raw.c-pack'],
  100 - 100 * paper['fig13 effective.bdi:units=b4'] / paper['fig13 raw.bdi:units=b4']) FROM c
UNION ALL SELECT format('its own raw mean for FPC is {:.2f}', paper['fig13 raw.fpc']) FROM c
UNION ALL SELECT format('errors of TSLC ({}, {} and {} %)', stated['fig15 mean.tslc-simp'], stated['fig15 mean.tslc-pred'],
  stated['fig15 mean.tslc-opt']) FROM c
UNION ALL SELECT format('that programs save ({:.0f} and {:.0f} %)', paper['fig16 mean.bdi:units=b4'], paper['fig16 mean.mag-bdi']) FROM c
UNION ALL SELECT format('is {} at a MAG of 16 bytes, and only {} at 32 | a block of 128 bytes in one burst of 32 is a ratio of {:.0f};',
  stated['fig18-data largest.16'], stated['fig18-data largest.32'], ours['fig18-data largest.32']) FROM c
UNION ALL SELECT format('{} % of the *compressed* blocks have two spare bits', stated['fig6 compressed']) FROM c
UNION ALL SELECT format('it is {:.0f} % of all blocks, {:.0f} % of the compressed', paper['fig6 share.0'], ours['fig6 compressed']) FROM c
UNION ALL SELECT format('cannot be smaller than {} bytes', stated['baselines smallest.b4']) FROM c
UNION ALL SELECT format('on the examples, {:.0f} and not {:.0f} %', 100 * "MAG-aware BDI" / "BDI, all of it" - 100,
  100 * "MAG-aware BDI" / "BDI, 4-byte bases" - 100) FROM "mag-baselines.ratios" WHERE data = 'geometric mean'
UNION ALL SELECT format('costs {} % of the ratio', stated['leading-ones ratio']) FROM c
UNION ALL SELECT format('{:.0f} of 4,096 MB of metadata are {} % | {:.2f} %, which round to {:.1f}', ours['metadata totalWithHeader'],
  stated['metadata shareWithHeader'], ours['metadata shareWithHeader'], ours['metadata shareWithHeader']) FROM c
UNION ALL SELECT format('{} memory controllers of {} bits, GDDR5 at {} MHz, {} GB/s | at four bits a clock and pin these are {:.1f} GB/s',
  stated['table4 memory controllers'], stated['table4 bus width in bits'], stated['table4 memory clock in MHz'],
  stated['table4 memory bandwidth in GB/s'], ours['table4 pins']) FROM c
UNION ALL SELECT format('takes {} mm2 at 32 nm | the cells of 16 KiB alone take {:.3f} mm2', stated['hardware-cost area'],
  ours['hardware-cost cells']) FROM c;

-- The compressed depth cache
WITH v AS (SELECT replace(experiment, 'depth/', '') || ' ' || measure AS claim, regexp_extract(stated, '[0-9.]+') AS number, *
  FROM claims WHERE experiment LIKE 'depth/%'),
c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper, map(list(claim), list(number)) AS stated FROM v)
SELECT format('gain {:.0f} and {:.0f} % | no cache size is stated', paper['fig4 gain.do'], paper['fig4 gain.c']) FROM c
UNION ALL SELECT format('give {:.1f} and {:.1f} % at 16 kB, {:.1f} and {:.1f} % at 32 kB', ours['fig4 paper.gain.do'], ours['fig4 paper.gain.c'],
  paper['real-scenes gain.do.32'], paper['real-scenes gain.c.32']) FROM c
UNION ALL SELECT format('a gain of {:.1f} % over the post-cache codecs, or {:.1f} % of RAW | {:.1f} are {:.1f} % of Post DO''s {:.1f} %',
  paper['opportunistic post-over-opp'], paper['opportunistic points.post-over-opp'], paper['opportunistic points.post-over-opp'],
  ours['opportunistic paper.post-over-opp'], paper['fig4 share.post-do.16']) FROM c
UNION ALL SELECT format('while the {:.0f} and {:.0f} % are relative', paper['fig4 gain.do'], paper['fig4 gain.c']) FROM c
UNION ALL SELECT format('the {:.1f} % more bandwidth which', paper['opportunistic opp-over-brute']) FROM c;

-- Buddy Compression
WITH v AS (SELECT replace(experiment, 'buddy/', '') || ' ' || measure AS claim, regexp_extract(stated, '[0-9.]+') AS number, *
  FROM claims WHERE experiment LIKE 'buddy/%'),
c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper, map(list(claim), list(number)) AS stated FROM v)
SELECT format('"only {} states"', stated['design sizes']) FROM c
UNION ALL SELECT format('{} bits for the offset of pages of 2 MiB, {} for those of 64 KiB', stated['design offset.2MiB'],
  stated['design offset.64KiB']) FROM c
UNION ALL SELECT format('five bits more, {:.0f}', ours['design offset.64KiB']) FROM c
UNION ALL SELECT format('store {} to {} bits of metadata', stated['design offset.2MiB'], stated['design entry']) FROM c
UNION ALL SELECT format('they are {} to {:.0f}, for which', stated['design entry'], ours['design entry']) FROM c
UNION ALL SELECT format('these are {:.0f} slices, and there are {} controllers', ours['design slices'], stated['design slices']) FROM c
UNION ALL SELECT format('busy for {:.1f} % of the time on average, {:.0f} in HPC and {:.1f} in deep learning', paper['fig12 busy'],
  paper['fig12 busy.hpc'], paper['fig12 busy.training']) FROM c
UNION ALL SELECT format('ten programs at {:.0f} and six at {:.1f} come to {:.1f} %', paper['fig12 busy.hpc'], paper['fig12 busy.training'],
  ours['fig12 busy.paper']) FROM c
UNION ALL SELECT format('up to {:.0f} times slower | no label in Figure 14 is {:.0f}x', paper['fig14 ep'], paper['fig14 ep']) FROM c
UNION ALL SELECT format('they are {}, of slowdowns', regexp_replace(stated, ', ([^,]+)$', ' and \1')) FROM v WHERE claim = 'fig14 labels';

SELECT format('{:.4f} % and {:.5f} %', max(measured) FILTER (measure = 'paper.all-caches.area'), max(measured) FILTER (measure = 'paper.all-caches.power'))
FROM claims WHERE experiment = 'mag/hardware-cost';

SELECT format('in {} scenes of six', ['four', 'five', 'six'][measured::INT - 3]) FROM claims WHERE experiment = 'depth/fig6' AND measure = 'paper.factor.do';
