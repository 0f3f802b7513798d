/** What every store of files holds, whatever it is made of. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { FileKey, FileStore } from '../src/index.ts';

/** Above what a store or its client keeps at a time. */
const LARGE = 3_000_000;

export const newKey = (): FileKey => ({ companyId: randomUUID(), fileId: randomUUID() });

/** In two pieces. */
export const putInto = (store: FileStore, key: FileKey, bytes: Buffer, announced = bytes.length) =>
  store.put(key, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), announced);

/**
 * @param store asked in each test
 * @param filesOf names of what the store has of the key's company
 */
export function describeStore(
  name: string,
  store: () => FileStore,
  filesOf: (key: FileKey) => Promise<string[]>,
): void {
  const put = (key: FileKey, bytes: Buffer, announced?: number) =>
    putInto(store(), key, bytes, announced);

  describe(`${name} of files`, () => {
    it('gives back the bytes that were put, whole or a range of them', async () => {
      const [key, bytes] = [newKey(), randomBytes(LARGE)];
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await put(key, bytes)).toEqual({ bytes: LARGE, sha256 });
      expect(await buffer(await store().get(key))).toEqual(bytes);
      const range = await store().get(key, { first: 1_000, last: 1_999 });
      expect(await buffer(range)).toEqual(bytes.subarray(1_000, 2_000));
    });

    it('takes a file without bytes', async () => {
      const key = newKey();
      await put(key, Buffer.alloc(0));
      expect(await buffer(await store().get(key))).toHaveLength(0);
    });

    it.each([
      ['more', 99],
      ['fewer', 101],
    ])('has nothing where %s bytes come than were announced', async (_, announced) => {
      const key = newKey();
      await expect(put(key, Buffer.alloc(100), announced)).rejects.toThrow('than were announced');
      await expect(store().get(key)).rejects.toMatchObject({ problem: 'absent' });
      expect(await filesOf(key)).toEqual([]);
    });

    it('has nothing where the client goes away, and says what the client failed with', async () => {
      const key = newKey();
      const gone = new Error('gone');
      async function* broken() {
        yield Buffer.alloc(50);
        throw gone;
      }
      await expect(store().put(key, Readable.from(broken()), 100)).rejects.toBe(gone);
      expect(await filesOf(key)).toEqual([]);
    });

    it('deletes a file once, and again without complaint', async () => {
      const key = newKey();
      await put(key, randomBytes(10));
      await store().delete(key);
      await store().delete(key);
      await expect(store().get(key)).rejects.toMatchObject({ problem: 'absent' });
      expect(await filesOf(key)).toEqual([]);
    });

    it.each(['../x', '', 'a/b', '..'])('takes no key like %j', async (fileId) => {
      await expect(put({ companyId: randomUUID(), fileId }, Buffer.alloc(1))).rejects.toThrow(
        'ids',
      );
    });
  });
}
