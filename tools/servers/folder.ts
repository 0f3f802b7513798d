import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { birthOf } from './processes.ts';

const SECRET_BYTES = 24;

export type Claim = { release(): Promise<void> };

/** Makes the folder, if need be, and holds it for this process until released or dead. */
export async function claimFolder(folder: string): Promise<Claim> {
  mkdirSync(folder, { recursive: true });
  const owner = join(folder, 'owner');
  const socket = process.platform === 'linux' ? await claimName(folder) : claimFile(owner);
  if (socket === undefined) {
    const who = readText(owner)?.split(' ')[0] ?? 'unknown';
    throw new Error(`The folder ${folder} is in use by a running Muster (process ${who}).`);
  }
  writeFileSync(owner, `${process.pid} ${birthOf(process.pid) ?? ''}\n`);
  return {
    async release() {
      rmSync(owner, { force: true });
      await socket.release();
    },
  };
}

/** A secret of letters and digits that is made once and kept where only its owner can read it. */
export function keptSecret(file: string): string {
  const kept = readText(file)?.trim();
  if (kept !== undefined && kept !== '') return kept;
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

// A name in Linux's abstract socket space belongs to one process and is freed by the kernel when
// that process dies, so a claim can be neither doubled nor left behind.
async function claimName(folder: string): Promise<Claim | undefined> {
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

function claimFile(owner: string): Claim | undefined {
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
