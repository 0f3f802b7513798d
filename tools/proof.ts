/** `pnpm proof`: the tests that repeat themselves, at their full length. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { keepResults } from './promises/results.ts';

const repeating = [
  'e2e/fuzz', 'e2e/model', 'e2e/money/model.test.ts', 'e2e/stories/race.test.ts',
  'e2e/stories/read-your-writes.test.ts', 'services/gateway/test/feed-cuts.test.ts',
  'e2e/chaos/drain.test.ts', 'e2e/chaos/overload.test.ts', 'e2e/chaos/restore.test.ts',
  'e2e/heartbeats',
];

process.exitCode = keepResults((file) => spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), '--project', 'e2e', '--project', 'service', ...repeating],
  { stdio: 'inherit', env: { ...process.env, TEST_LENGTH: 'full', PROOF_RESULTS: file } },
).status ?? 1);
