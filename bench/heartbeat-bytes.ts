/**
 * `pnpm bench:bytes`: the bytes that an agent receives in one heartbeat, step by step. They are the
 * same on every machine; `e2e/stories/heartbeat-bytes.test.ts` holds the sums.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack } from '@muster/local/stack';
import {
  measureHeartbeat,
  sendByFetch,
  type HeartbeatBytes,
} from '@muster/test-kit/heartbeat-bytes';
import { measureMcpHeartbeat } from '@muster/test-kit/mcp-heartbeat-bytes';
import { table } from './page.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'muster-bytes-'));
const stack = await startStack({
  dataDir,
  port: await freePort(),
  settings: { LOG_LEVEL: 'warn' },
});
const send = sendByFetch(stack.baseUrl);
try {
  print('by HTTP', await measureHeartbeat(send, stack.boardToken));
  print('by tools', await measureMcpHeartbeat(send, stack.boardToken));
} finally {
  await stack.stop();
  await removeDataFolder(dataDir);
}

function print(way: string, { steps, whole, idle }: HeartbeatBytes): void {
  const rows = Object.entries(steps).map(([name, bytes]) => [name, String(bytes)]);
  console.log(
    table([
      [way, 'bytes'],
      ...rows,
      ['a whole heartbeat', String(whole)],
      ['a wake-up with nothing new', String(idle)],
    ]),
  );
}
