import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packedOnce } from './static-assets.ts';

it('reads a file once, and again after its reading has failed', async () => {
  const readings = [Promise.reject(new Error('no file descriptor is left')), Promise.resolve('x')];
  let count = 0;
  const packed = packedOnce(() => readings[count++] ?? Promise.reject(new Error('read again')));
  await expect(packed()).rejects.toThrow('no file descriptor is left');
  expect(gunzipSync(await packed()).toString()).toBe('x');
  expect(gunzipSync(await packed()).toString()).toBe('x');
  expect(count).toBe(2);
});
