/** The users of Redis as an installation has them, with one password for all, and one user who may do everything. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';
import type { RedisGroup } from './redis-group.ts';

const RULES = join(import.meta.dirname, '../../../../deploy/redis/users.acl');
const PASSWORD = 'of-all-users';

/** Writes the users into a file of a folder of its own, for `--aclfile`; the caller removes the folder. */
export function writeRedisUsers(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'muster-redis-users-'));
  const file = join(folder, 'users.acl');
  const hash = createHash('sha256').update(PASSWORD).digest('hex');
  const users = readFileSync(RULES, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/#[A-Z]+/g, `#${hash}`);
  writeFileSync(file, `${users}user operator on #${hash} ~* &* +@all\n`, { mode: 0o600 });
  return { folder, file };
}

export const redisUrlOf = (user: 'gateway' | 'scheduler' | 'operator', port: number): string =>
  `redis://${user}:${PASSWORD}@127.0.0.1:${port}`;

/** Redis, to which the gateway is the user that it is in an installation. */
export async function startRedisWithUsers(): Promise<Pick<RedisGroup, 'env' | 'close'>> {
  const [users, port] = [writeRedisUsers(), await freePort()];
  const options = ['--port', String(port), '--save', '', '--aclfile', users.file];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (bytes: Buffer) => {
      if (bytes.includes('Ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error('redis-server did not start')));
    server.once('error', reject);
  });
  return {
    env: { REDIS_URL: redisUrlOf('gateway', port) },
    async close() {
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      rmSync(users.folder, { recursive: true });
    },
  };
}
