/** Files in a folder: whole or not at all, read in ranges, and deleted with what an upload has left. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore, newKey, putInto } from '../test/describe-store.ts';
import { folderStore, type FileKey, type FileStore } from './index.ts';

let root: string;
let store: FileStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'file-store-'));
  store = folderStore(root);
});
afterAll(() => rm(root, { recursive: true }));

const put = (key: FileKey, bytes: Buffer) => putInto(store, key, bytes);
const filesOf = async ({ companyId }: FileKey): Promise<string[]> => {
  const all = await readdir(join(root, companyId), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};

describeStore('a folder', () => store, filesOf);

describe('a folder', () => {
  it('lets no other user of the machine read a file', async () => {
    const key = newKey();
    await put(key, randomBytes(10));
    const path = join(root, key.companyId, key.fileId.slice(-3), key.fileId);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, 'content'))).mode & 0o777).toBe(0o600);
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
