/** Files in a folder: whole or not at all, read in ranges, and deleted with what an upload has left. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore, type FileKey, type FileStore } from './index.ts';

let root: string;
let store: FileStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'file-store-'));
  store = folderStore(root);
});
afterAll(() => rm(root, { recursive: true }));

const newKey = (): FileKey => ({ companyId: randomUUID(), fileId: randomUUID() });
const put = (key: FileKey, bytes: Buffer, announced = bytes.length) =>
  store.put(key, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), announced);
const filesOf = async ({ companyId }: FileKey): Promise<string[]> => {
  const all = await readdir(join(root, companyId), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};

describe('a folder', () => {
  it('gives back the bytes that were put, whole or a range of them', async () => {
    const [key, bytes] = [newKey(), randomBytes(100_000)];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await put(key, bytes)).toEqual({ bytes: 100_000, sha256 });
    expect(await buffer(await store.get(key))).toEqual(bytes);
    const range = await store.get(key, { first: 1_000, last: 1_999 });
    expect(await buffer(range)).toEqual(bytes.subarray(1_000, 2_000));
  });

  it('takes a file without bytes', async () => {
    const key = newKey();
    await put(key, Buffer.alloc(0));
    expect(await buffer(await store.get(key))).toHaveLength(0);
  });

  it.each([
    ['more', 99],
    ['fewer', 101],
  ])('has nothing where %s bytes come than were announced', async (_, announced) => {
    const key = newKey();
    await expect(put(key, Buffer.alloc(100), announced)).rejects.toThrow('than were announced');
    await expect(store.get(key)).rejects.toMatchObject({ problem: 'absent' });
    expect(await filesOf(key)).toEqual([]);
  });

  it('has nothing where the client goes away, and says what the client failed with', async () => {
    const key = newKey();
    const gone = new Error('gone');
    async function* broken() {
      yield Buffer.alloc(50);
      throw gone;
    }
    await expect(store.put(key, Readable.from(broken()), 100)).rejects.toBe(gone);
    expect(await filesOf(key)).toEqual([]);
  });

  it('deletes a file once, and again without complaint', async () => {
    const key = newKey();
    await put(key, randomBytes(10));
    await store.delete(key);
    await store.delete(key);
    await expect(store.get(key)).rejects.toMatchObject({ problem: 'absent' });
    expect(await filesOf(key)).toEqual([]);
  });

  it('lets no other user of the machine read a file', async () => {
    const key = newKey();
    await put(key, randomBytes(10));
    const path = join(root, key.companyId, key.fileId.slice(-3), key.fileId);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, 'content'))).mode & 0o777).toBe(0o600);
  });

  it.each(['../x', '', 'a/b', '..'])('takes no key like %j', async (fileId) => {
    await expect(put({ companyId: randomUUID(), fileId }, Buffer.alloc(1))).rejects.toThrow('ids');
  });
});

it('says that it is down where its folder cannot be written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  const file = join(folder, 'not-a-folder');
  await writeFile(file, 'text');
  await expect(
    folderStore(file).put(newKey(), Readable.from([Buffer.alloc(1)]), 1),
  ).rejects.toMatchObject({ name: 'FileStoreError', problem: 'down' });
  await rm(folder, { recursive: true });
});

it('says that it is full where the system lets no file grow further, and has nothing then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  const script = `
    import { Readable } from 'node:stream';
    import { folderStore } from ${JSON.stringify(new URL('folder-store.ts', import.meta.url))};
    const key = { companyId: ${JSON.stringify(randomUUID())}, fileId: ${JSON.stringify(randomUUID())} };
    const body = Readable.from([Buffer.alloc(2_000_000), Buffer.alloc(2_000_000)]);
    await folderStore(${JSON.stringify(folder)}).put(key, body, 4_000_000).catch(({ problem }) => console.log(problem));
  `;
  const limited = `ulimit -f 1000; exec "$0" --input-type=module --eval "$1"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, script]);
  expect(stdout.trim()).toBe('full');
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  await rm(folder, { recursive: true });
});
