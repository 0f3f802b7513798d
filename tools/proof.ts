/** `pnpm proof`: the tests that repeat themselves, at their full length. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const repeating = [
  'e2e/fuzz', 'e2e/model', 'e2e/money/model.test.ts', 'e2e/stories/race.test.ts',
  'e2e/stories/read-your-writes.test.ts', 'services/gateway/test/feed-cuts.test.ts',
  'e2e/heartbeats',
];

const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), '--project', 'e2e', '--project', 'service', ...repeating],
  { stdio: 'inherit', env: { ...process.env, TEST_LENGTH: 'full' } },
);
process.exitCode = status ?? 1;
