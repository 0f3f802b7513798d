import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openStage } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';

const main = new URL('../src/main.ts', import.meta.url).pathname;

it('runs the dead-letters command with nothing but the address of Postgres', async () => {
  const stage = await openStage(issuesService);
  const { DATABASE_URL, DB_SCHEMA } = stage.env;
  const env = { PATH: process.env['PATH'], DATABASE_URL, DB_SCHEMA };
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'dead-letters', 'list'], {
    env,
  });
  expect(stdout).toBe('issues: 0\n');
  await stage.close();
});
