import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { keptSecret, privateFolder } from '@muster/private-files';
import { birthOf } from './processes.ts';

const SECRET_BYTES = 24;

export interface Claim {
  release(): Promise<void>;
}

/** Claims the folder, which is private, for this process until it releases it or exits. */
export async function claimFolder(folder: string): Promise<Claim> {
  privateFolder(folder);
  const owner = join(folder, 'owner');
  const socket =
    process.platform === 'linux' ? await claimSocketName(folder) : claimOwnerFile(owner);
  if (socket === undefined) {
    const pid = readText(owner)?.split(' ')[0] ?? 'unknown';
    throw new Error(`The folder ${folder} is in use by a running Muster (process ${pid}).`);
  }
  writeFileSync(owner, `${process.pid} ${birthOf(process.pid) ?? ''}\n`);
  return {
    async release() {
      rmSync(owner, { force: true });
      await socket.release();
    },
  };
}

/** A secret of hex digits, created once in a file that only its owner can read. */
export const storedSecret = (file: string): string =>
  keptSecret(file, () => `${randomBytes(SECRET_BYTES).toString('hex')}\n`);

// A name in Linux's abstract socket namespace belongs to one process, and the kernel frees it when
// that process exits, so a claim is exclusive and never stale.
async function claimSocketName(folder: string): Promise<Claim | undefined> {
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex');
  const server = createServer();
  const isOurs = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ path: `\0muster-${digest}` }, () => resolve(true));
  });
  server.unref();
  if (!isOurs) return undefined;
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function claimOwnerFile(owner: string): Claim | undefined {
  const [pid, birth] = readText(owner)?.trim().split(' ') ?? [];
  if (pid !== undefined && birthOf(Number(pid)) === birth) return undefined;
  return { release: () => Promise.resolve() };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
