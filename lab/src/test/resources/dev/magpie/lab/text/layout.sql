-- Layouts: where a compressed block lives
SELECT format('in the metadata: {} bits a block', "a block (bits)") FROM "mag-metadata.metadata" WHERE metadata = 'encoding, base and mask';

-- What the papers leave open
WITH m AS (SELECT map(list(metadata), list("a block (bits)")) AS bits FROM "mag-metadata.metadata")
SELECT format('({} for `mag-bdi` at 128 B and 32 B)', bits['encoding']), format('with {} bits a block''s metadata', bits['encoding, base and mask'])
FROM m;
