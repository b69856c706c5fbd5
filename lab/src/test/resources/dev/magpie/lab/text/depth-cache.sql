-- Systems
WITH s AS (SELECT "cache (kB)" AS kb, 100 * avg("Post DO (%)" / "RAW-L (%)") AS share FROM "depth-fig4.bandwidth"
  WHERE triangles IS NOT NULL GROUP BY kb)
SELECT format('Post DO is at {:.0f} % at 16 kB and {:.0f} at 32', max(share) FILTER (kb = 16), max(share) FILTER (kb = 32)) FROM s;

SELECT format('4-way at 16 kB: {:.0f} % more traffic', "Pre DO (% of usual)" - 100),
  format('4-way at 16 kB: {:.0f} % more traffic', "Pre C (% of usual)" - 100)
FROM "depth-ablations.choices" WHERE choice = '4-way, modulo';

-- Experiments
SELECT format('no cache size for its {:.0f} and {:.0f} %', max(paper) FILTER (measure = 'gain.do'), max(paper) FILTER (measure = 'gain.c'))
FROM claims WHERE experiment = 'depth/fig4';

WITH c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper
  FROM (SELECT replace(experiment, 'depth/', '') || ' ' || measure AS claim, measured, paper FROM claims WHERE experiment LIKE 'depth/%')),
post AS (SELECT "cache (kB)" AS kb, "Post DO (MB)" AS mb, lead(kb) OVER (ORDER BY kb) AS next_kb, lead(mb) OVER (ORDER BY kb) AS next_mb
  FROM "depth-fig6.bandwidth"),
pre AS (SELECT "cache (kB)" AS kb, "Pre DO (MB)" AS mb FROM "depth-fig6.bandwidth"),
curves AS (SELECT "cache (kB)" AS kb, unnest(['pre', 'post']) AS codec, unnest(["Pre C (MB)", "Post C (MB)"]) AS mb FROM "depth-fig6.bandwidth"),
ends AS (SELECT codec, last, arg_min(mb, kb) AS first_mb, arg_max(mb, kb) AS last_mb FROM curves, (VALUES (32), (64), (128)) AS l(last)
  WHERE kb <= last GROUP BY ALL),
knees AS (SELECT codec, last, arg_max(kb, first_mb + (kb - 2) / (last - 2) * (last_mb - first_mb) - mb)::INT AS kb
  FROM curves JOIN ends USING (codec) WHERE kb <= last GROUP BY ALL),
k AS (SELECT map(list(codec || ' ' || last), list(kb)) AS knee FROM knees),
opp AS (SELECT sum("RAW (MB)" * "Post DO (%)") AS post, sum("RAW (MB)" * "Pre DO (%)") AS pre, sum("RAW (MB)" * "Opp+PB (%)") AS refined
  FROM (SELECT scene, "RAW (MB)" FROM "depth-fig4.bandwidth" WHERE "cache (kB)" = 16) JOIN "depth-opportunistic.opportunistic" USING (scene)
  WHERE scene <> 'average'),
h AS (SELECT scene = 'average' AS bytes, 100 * avg("Post DO, 2 kB (MB)" / "Pre DO, 2 kB (MB)" - 1) AS kb2,
  100 * avg("Post DO, 4 kB (MB)" / "Pre DO, 4 kB (MB)" - 1) AS kb4, 100 * avg("Post DO, 8 kB (MB)" / "Pre DO, 8 kB (MB)" - 1) AS kb8,
  100 * avg("Post DO, 16 kB (MB)" / "Pre DO, 16 kB (MB)" - 1) AS kb16 FROM "depth-headers.headers" GROUP BY bytes)
SELECT format('Pre C equals Post C of 16 (32) kB with {:.0f} ({:.0f}) % of the cache, the paper says about {:.0f} %',
  ours['fig6 equal-size.c.16'], ours['fig6 equal-size.c.32'], paper['fig6 equal-size.c.16']) FROM c
UNION ALL SELECT format('a tile of C takes {:.0f} % of its lines (about {:.0f})', ours['fig6 compression'], paper['fig6 compression']) FROM c
UNION ALL SELECT format('decompresses {:.2f} times as often as Post DO at 16 to 32 kB ({:.2f})', ours['fig7 opp.decompressions'],
  paper['fig7 opp.decompressions']) FROM c
UNION ALL SELECT format('Between the comparison and the cache {:.2f} times as much moves under Pre DO as under RAW-L', avg("times RAW-L's lines"))
  FROM "depth-fig7.throughput"
UNION ALL SELECT format('as the usual system has them, {:.0f} % of the lines are read', avg("of whole tiles' lines, read (%)")) FROM "depth-fig7.throughput"
UNION ALL SELECT format('are {:.2f} for each line that is found, with 16 kB', "lines that come for each found") FROM "depth-headers.shares" WHERE scene = 'average'
UNION ALL SELECT format('in `coral` Pre DO gains {:.0f} % at 16 kB and {:.0f} % at 32 kB', "coral, 16 kB (%)", "coral, 32 kB (%)")
  FROM "depth-order.orders" WHERE "order" = 'as-made'
UNION ALL SELECT format('Pre DO cache replaces one of {:.1f} times its size',
  avg((post.kb + (next_kb - post.kb) * (post.mb - pre.mb) / (post.mb - next_mb)) / pre.kb)) FROM pre JOIN post ON pre.mb BETWEEN next_mb AND post.mb
UNION ALL SELECT format('RAW at 32 kB is {:.0f} % of RAW at 16 kB, not {:.1f} %', 100 - ours['fig4 raw-16-to-32'], 100 - paper['fig4 raw-16-to-32'])
  FROM c
UNION ALL SELECT format('moves {:.1f} % more than brute force ({:.1f} %), and post-cache {:.1f} % more than it ({:.1f} %)',
  ours['opportunistic opp-over-brute'], paper['opportunistic opp-over-brute'], ours['opportunistic post-over-opp'],
  paper['opportunistic post-over-opp']) FROM c
UNION ALL SELECT format('with the refiner it moves {:.1f} % less, and {:.1f} % less than post-cache', 100 - 100 * refined / pre,
  100 - 100 * refined / post) FROM opp
UNION ALL SELECT format('It compresses {:.2f} times as often as Post DO ({:.1f})', ours['fig7 opp.compressions'],
  paper['fig7 opp.compressions']) FROM c
UNION ALL SELECT format('All modes together save {:.1f} % against C as a mean over scenes, not {:.0f} %', ours['ablations all-modes'],
  paper['ablations all-modes']) FROM c
UNION ALL SELECT format('does it ({:.1f} % of all bytes)', 100 - "Pre C (% of usual)") FROM "depth-ablations.choices"
  WHERE choice = 'with depth offset at 75 % too'
UNION ALL SELECT format('{:.0f} % of the tiles need one reference ({:.0f} %)', ours['one-reference share'], paper['one-reference share']) FROM c
UNION ALL SELECT format('by scene it is {:.0f} to {:.0f} %, and of the tiles that C leaves to depth offset {:.0f} %', min("Opp (%)"), max("Opp (%)"),
  max("Pre C (%)") FILTER (scene = 'average')) FROM "depth-one-reference.shares"
UNION ALL SELECT format('Pre C''s and Post C''s are at {:.0f} and {:.0f} kB, where the paper reads {:.0f} and {:.0f}', ours['fig6 knee.pre-c'],
  ours['fig6 knee.post-c'], paper['fig6 knee.pre-c'], paper['fig6 knee.post-c']) FROM c
UNION ALL SELECT format('They are at {} and {} if sizes end at 64 kB, at {} and {} if they end at 32', knee['pre 64'], knee['post 64'],
  knee['pre 32'], knee['post 32']) FROM k
UNION ALL SELECT format('headers move {:.0f}, {:.0f}, {:.1f} and {:.1f} % more under depth offset', kb2, kb4, kb8, kb16) FROM h WHERE NOT bytes
UNION ALL SELECT format('as means over scenes ({:.0f}, {:.0f}, {:.1f} and {:.1f} % of all bytes)', kb2, kb4, kb8, kb16) FROM h WHERE bytes
UNION ALL SELECT format('With 4 kB headers are {:.0f} % of all that Pre DO moves, and {:.0f} % of RAW', "Pre DO (%)", "RAW (%)")
  FROM "depth-headers.shares" WHERE scene = 'average'
UNION ALL SELECT format('it gains {:.1f} % in place of {:.1f}, and C {:.1f} % as without', "gain DO with headers (%)", ours['fig4 gain.do'],
  "gain C with headers (%)") FROM c, "depth-headers.shares" WHERE scene = 'average'
UNION ALL SELECT format('and C {:.1f} % as without', ours['fig4 gain.c']) FROM c
UNION ALL SELECT format('make headers {:.2f} times as large a traffic at 4 kB and {:.2f} times at 16',
  "Opp+PB with flags, 4 kB (MB)" / "Opp+PB, 4 kB (MB)", "Opp+PB with flags, 16 kB (MB)" / "Opp+PB, 16 kB (MB)")
  FROM "depth-headers.headers" WHERE scene = 'average'
UNION ALL SELECT format('{:.1f} % of that of the DRAM, {:.1f} % when the codec''s is added', 100 - 100 * "Pre DO, DRAM (uJ)" / "Post DO, DRAM (uJ)",
  100 - 100 * ("Pre DO, DRAM (uJ)" + "Pre DO, codec (uJ)") / ("Post DO, DRAM (uJ)" + "Post DO, codec (uJ)"))
  FROM "depth-energy.energy" WHERE scene = 'average'
UNION ALL SELECT format('{:,} operations come on each access of 64 B that is saved, which takes as much as {:,}',
  round("operations for each access saved", -2)::INT, round(ours['energy magnitude'], -3)::INT) FROM c, "depth-energy.energy" WHERE scene = 'average'
UNION ALL SELECT format('they save Pre DO {:.1f} % and Pre C {:.1f} %', 100 - "Pre DO (% of usual)", 100 - "Pre C (% of usual)")
  FROM "depth-ablations.choices" WHERE choice = 'compressed tiles are read in part';

-- Real scenes, and the order of drawing
WITH c AS (SELECT map(list(claim), list(measured)) AS ours, map(list(claim), list(paper)) AS paper
  FROM (SELECT replace(experiment, 'depth/', '') || ' ' || measure AS claim, measured, paper FROM claims WHERE experiment LIKE 'depth/%'))
SELECT format('depth offset gains {:.1f} and {:.1f} %, the combination {:.1f} and {:.1f}', ours['fig4 paper.gain.do'],
  paper['real-scenes gain.do.32'], ours['fig4 paper.gain.c'], paper['real-scenes gain.c.32']) FROM c;

WITH f AS (SELECT scene, list_value(*COLUMNS('^([68]|\d\d+) kB')) AS factors FROM "depth-real-scenes.factors" WHERE codec = 'DO')
SELECT format('{:.2f} to {:.2f} times, by size)', list_min(factors), list_max(factors)) FROM f WHERE scene = 'real:ship'
UNION ALL SELECT format('in the arena ({:.2f} to {:.2f})', list_min(factors), list_max(factors)) FROM f WHERE scene = 'real:arena'
UNION ALL SELECT format('above the paper''s {:.0f} and {:.0f} %', max(paper) FILTER (measure = 'gain.do'), max(paper) FILTER (measure = 'gain.c'))
  FROM claims WHERE experiment = 'depth/real-scenes'
UNION ALL SELECT format('its triangles are of {:.0f} pixels', "pixels a triangle") FROM "depth-real-scenes.scenes" WHERE scene = 'real:ship'
UNION ALL SELECT format('which makes triangles of {:.0f}', "pixels a triangle") FROM "depth-real-scenes.scenes" WHERE scene = 'real:arena';

WITH a AS (FROM "depth-ablations.choices"), u AS (FROM a WHERE choice = 'as usual')
SELECT format('it would move {:.1f} % less, and the combination would gain {:.1f} % and not {:.1f}', 100 * (1 - a."Post C (MB)" / u."Post C (MB)"),
  100 * (1 - a."Pre C (MB)" / a."Post C (MB)"), 100 * (1 - u."Pre C (MB)" / u."Post C (MB)"))
  FROM a, u WHERE a.choice = 'raw tiles are tried again when evicted'
UNION ALL SELECT format('move {:.0f} % more, with 75 % {:.0f}', max("Pre C (% of usual)") FILTER (choice = 'planes alone') - 100,
  max("Pre C (% of usual)") FILTER (choice = 'planes, and depth offset at 75 %') - 100) FROM a;
