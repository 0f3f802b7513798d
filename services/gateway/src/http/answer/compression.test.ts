import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, COMPRESSED_FROM_BYTES, openCompression } from './compression.ts';

const large = 'x'.repeat(COMPRESSED_FROM_BYTES);

describe('an answer is compressed', () => {
  it.each([
    ['gzip', true],
    ['br, GZip;q=0.5', true],
    ['*', true],
    ['*;q=0.1, br', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000, *', false],
    ['*;q=0', false],
    ['br, deflate', false],
    ['', false],
    [undefined, false],
  ])('for %s: %s', (acceptEncoding, accepted) => {
    expect(acceptsGzip(acceptEncoding)).toBe(accepted);
  });

  it('if it is large', async () => {
    const compress = openCompression();
    const small = { body: large.slice(1), acceptEncoding: 'gzip' };
    expect(compress(small)).toBeUndefined();
    const packed = await compress({ body: large, acceptEncoding: 'gzip' });
    expect(gunzipSync(packed ?? '').toString()).toBe(large);
  });

  it('if not too many others are, and again when they are done', async () => {
    const compress = openCompression();
    const packing = Array.from({ length: 50 }, () =>
      compress({ body: large, acceptEncoding: 'gzip' }),
    );
    const begun = packing.filter((each) => each !== undefined);
    expect(begun).toHaveLength(8);
    await Promise.all(begun);
    expect(compress({ body: large, acceptEncoding: 'gzip' })).toBeDefined();
  });
});
