-- Programs that run on the device
SELECT format('| {:.1f} M | {} |', "warp-instructions" / 1e6, launches) FROM "mag-table5.programs" WHERE program NOT IN ('BFS2', 'MST')
UNION ALL SELECT format('`{}` {}{:.1f} M', lower(program), if(program = 'MST', 'takes ', ''), "warp-instructions" / 1e6) FROM "mag-table5.programs"
  WHERE program IN ('BFS2', 'MST');

-- Training
WITH p AS (SELECT data AS program, "size (KiB)" / 10 * 1024 / 1e6 AS mb FROM "buddy-fig5b.programs"),
sizes AS (FROM (VALUES ('alexnet', '32 of 227 px, 1/8'), ('squeezenet', '16 of 227 px'), ('vgg16', '8 of 160 px, 1/10'),
  ('resnet50', '12 of 128 px'), ('inception', '16 of 128 px')) AS s(program, images))
SELECT format('{} | {:.0f} MB', images, mb) FROM p JOIN sizes USING (program)
UNION ALL SELECT format('all bytes by 256: {:.0f} MB', mb) FROM p WHERE program = 'biglstm';

SELECT format('in a full run from {:.2f} to {:.2f}', t0, t9) FROM "buddy-fig3.ratios" WHERE program = 'biglstm';

SELECT format('full ones end at {:.2f} to {:.2f}', min(split_part(loss, ' to ', 2)::DOUBLE), max(split_part(loss, ' to ', 2)::DOUBLE))
FROM "buddy-hypotheses.ratios" WHERE assumption = 'as it is';

-- The Buddy paper's programs on the device
WITH p AS (SELECT *, "memory (MiB)" AS mib, "warp-instructions (million)" AS million, regexp_matches(after, '^(3|FF_)') AS hpc
  FROM "buddy-fig12.programs"),
s AS (SELECT replace(split_part(program, ' ', 1), '-cuda', '') AS program, launches FROM simulations
  WHERE memory = 'p100, no compression, 150 GB/s' AND program LIKE '%-cuda {size=full}')
SELECT format('{:.0f} to {:.0f} in full', min(million), max(million)) FROM p WHERE NOT hpc
UNION ALL SELECT format('`cg-cuda` ({:.1f} times in full size)', mib / 4) FROM p WHERE program = 'cg'
UNION ALL SELECT format('| {} MiB | {} |', regexp_replace(format('{:.1f}', mib), '\.0$', ''),
  format(if(program IN ('cg', 'seismic', 'bt'), '{:.1f}', '{:.0f}'), mib / 4)) FROM p WHERE hpc
UNION ALL SELECT format('{:.1f} M | {} |', million, launches) FROM p JOIN s USING (program) WHERE hpc AND program <> 'lulesh';

SELECT format('keeps the DRAM bus {:.0f} % busy', "DRAM busy (%)") FROM "buddy-fig12.programs" WHERE program = 'seismic';

SELECT format('The DRAM bus of the `p100` is {:.0f} % busy', "DRAM busy (%)") FROM "buddy-fig12.programs" WHERE program = 'bt';

-- Training on the device
SELECT format('| {:.1f} MiB | {:.1f} | {:.1f} M |', "memory (MiB)", "memory (MiB)" / 4, "warp-instructions (million)")
FROM "buddy-fig12.programs" WHERE NOT regexp_matches(after, '^(3|FF_)');

-- HPC programs that show their memory over time
WITH t AS (UNPIVOT "buddy-fig3.ratios" ON COLUMNS('^t') INTO NAME tenth VALUE ratio),
r AS (SELECT string_agg(format(CASE WHEN ratio >= 10 THEN '{:.1f}' ELSE '{:.2f}' END, ratio), ' ' ORDER BY tenth) AS ratios FROM t
  WHERE program = 'seismic')
SELECT format('| {:.0f} | {} |', "size (KiB)" / 10 * 1024 / 1e6, ratios) FROM r, "buddy-fig5b.programs" WHERE data = 'seismic';

SELECT format('class A (full: 14,000 rows, {:.0f} MB) {:.2f}:', "size (KiB)" / 10 * 1024 / 1e6, BPC)
FROM "buddy-fig5b.programs" s JOIN "buddy-fig5a.programs" r ON s.data = r.program WHERE program = 'cg';

SELECT format('| `{}`, full | A | 64^3 | {} | {:.0f} | {:.2f} |', program, if(program = 'bt', 200, 400), "size (KiB)" / 10 * 1024 / 1e6, BPC)
FROM "buddy-fig5b.programs" s JOIN "buddy-fig5a.programs" r ON s.data = r.program WHERE program IN ('sp', 'csp', 'bt');

WITH t AS (UNPIVOT "buddy-fig3.ratios" ON COLUMNS('^t') INTO NAME tenth VALUE ratio),
r AS (SELECT string_agg(format('{:.2f}', ratio), ' ' ORDER BY tenth) AS ratios, exp(avg(ln(ratio))) AS mean FROM t WHERE program = 'sedov')
SELECT format('| {:.0f} | {} | {:.2f} |', "size (KiB)" / 10 * 1024 / 1e6, ratios, mean) FROM r, "buddy-fig5b.programs" WHERE data = 'sedov';

WITH t AS (UNPIVOT "buddy-fig3.ratios" ON COLUMNS('^t') INTO NAME tenth VALUE ratio),
r AS (SELECT program, "size (KiB)" / 10 * 1024 / 1e6 AS mb, min(ratio) AS least, max(ratio) AS most, arg_min(ratio, tenth) AS first,
  max(ratio) FILTER (tenth <> 't0') AS later FROM t JOIN "buddy-fig5b.programs" ON program = data GROUP BY ALL)
SELECT format('full (27 boxes, {:.0f} MB) {:.2f} to {:.2f}', mb, least, most) FROM r WHERE program = 'multigrid'
UNION ALL SELECT format('Full (64 buffers of 65,536 pairs, {:.0f} MB)', mb) FROM r WHERE program = 'ep'
UNION ALL SELECT unnest([format('show {:.2f} at every tenth', least), format('show {:.2f} at every tenth', most)]) FROM r WHERE program = 'ep'
UNION ALL SELECT unnest([format('full (64^3, {:.0f} MB) {:.2f} at every tenth', mb, least), format('MB) {:.2f} at every tenth', most)]) FROM r
  WHERE program = 'porous'
UNION ALL SELECT format('full (64^3, {:.0f} MB) {:.2f} and then {:.2f} to {:.2f}', mb, first, least, later) FROM r WHERE program = 'les';
