/**
 * Files in a folder: one of its own for each, so that what an interrupted upload has left is found and
 * deleted with it. A file has its name when its bytes are on the disk, and not before.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Stream, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStoreError, type FileKey, type FileStore } from './file-store.ts';
import { measure } from './measure.ts';

const CONTENT = 'content';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The disk, the quota of its user, or the size of a file on it. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function folderStore(root: string): FileStore {
  const companyFolderOf = (companyId: string): string => {
    if (!UUID.test(companyId)) throw new Error('a key consists of ids');
    return join(root, companyId);
  };
  /** The first digits of a random id spread the files of a company over 4,096 folders. */
  const folderOf = ({ companyId, fileId }: FileKey): string => {
    if (!UUID.test(fileId)) throw new Error('a key consists of ids');
    return join(companyFolderOf(companyId), fileId.slice(-3), fileId);
  };
  return {
    async put(key, body, bytes) {
      const folder = folderOf(key);
      const part = join(folder, `part-${randomUUID()}`);
      try {
        await atStore(() => mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }));
        const { through, stored } = measure(bytes);
        await writeThrough(body, through, part);
        await atStore(async () => {
          await rename(part, join(folder, CONTENT));
          await syncFolder(folder);
        });
        return stored();
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async get(key, range) {
      const file = await atStore(() => open(join(folderOf(key), CONTENT), 'r'));
      return file.createReadStream(range && { start: range.first, end: range.last });
    },
    delete: (key) => atStore(() => rm(folderOf(key), { recursive: true, force: true })),
    forget: (companyId) =>
      atStore(() => rm(companyFolderOf(companyId), { recursive: true, force: true })),
  };
}

/** The bytes are on the disk when it returns. What the client breaks off is no fault of the store. */
async function writeThrough(body: Readable, through: Transform, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
  // The one that fails tells the others.
  let first: Stream | undefined;
  for (const stream of [body, through, file] as Stream[])
    stream.once('error', () => (first ??= stream));
  try {
    await pipeline(body, through, file);
  } catch (error) {
    throw first === file ? storeError(error) : error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function atStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}

function storeError(error: unknown): FileStoreError {
  const code = (error as { readonly code?: unknown }).code;
  if (code === 'ENOENT') return new FileStoreError('absent', error);
  return new FileStoreError(FULL.has(code) ? 'full' : 'down', error);
}
