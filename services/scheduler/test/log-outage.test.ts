/** The log of a run has no gaps, though it cannot be written for a while. */
import type { Admin } from '@muster/test-kit';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const LINES = 400;
const COUNTS = `let n = 0;
  const timer = setInterval(() => {
    console.log('line ' + n);
    if ((n += 1) < ${LINES}) return;
    clearInterval(timer);
    require('fs').writeFileSync('printed', '');
  }, 5);`;

describe('the log of a run', () => {
  let opened: Opened;
  let companyId: string;
  let admin: Admin;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
    admin = await opened.stage.admin();
  });
  afterAll(async () => {
    await admin.end();
    await opened.close();
  });

  it('is whole after a time in which no piece could be stored', async () => {
    const { agentId } = await opened.agent(companyId, COUNTS);
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ logBytes }) => logBytes > 0);
    await admin.run({ text: 'alter table run_log rename to run_log_away', values: [] });
    const printed = join(opened.runner.workspaceOf(agentId), 'printed');
    await eventually(async () => existsSync(printed) || undefined);
    const { logBytes } = await opened.runWhen(id, () => true);
    await admin.run({ text: 'alter table run_log_away rename to run_log', values: [] });
    expect(await opened.finished(id)).toMatchObject({ status: 'succeeded' });
    expect((await opened.logOf(id)).length).toBeGreaterThan(logBytes);
    expect((await opened.logOf(id)).trimEnd().split('\n')).toEqual(
      Array.from({ length: LINES }, (_, n) => `line ${n}`),
    );
  });
});
