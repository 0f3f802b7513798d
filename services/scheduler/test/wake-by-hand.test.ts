import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScheduler, type Opened } from './open-scheduler.ts';

describe('a wake-up by a call', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const board = () => opened.stage.as(boardActor());
  const makeAgent = async () => (await opened.agent(companyId, '')).agentId;

  it('has two names', async () => {
    const agentId = await makeAgent();
    const run = await board().invokeHeartbeat({ agentId, reason: 'look' });
    expect(run).toMatchObject({ agentId, source: 'on_demand', reason: 'look' });
  });

  it('has the source of the call', async () => {
    const agentId = await makeAgent();
    expect(await board().wakeAgent({ agentId, source: 'assignment' })).toMatchObject({
      source: 'assignment',
      reason: 'on_demand',
    });
    await expect(board().wakeAgent({ agentId, source: 'retry' as 'timer' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is one wake-up per idempotency key, also when its run has ended', async () => {
    const agentId = await makeAgent();
    const wake = () => board().wakeAgent({ agentId, idempotencyKey: 'release-7' });
    const first = await wake();
    if (first.status === 'skipped') throw new Error(first.reason);
    await opened.finished(first.id);
    expect(await wake()).toMatchObject({ id: first.id, status: 'succeeded' });
    expect(await board().listRuns({ companyId, agentId })).toHaveLength(1);
    const other = await makeAgent();
    const run = await board().wakeAgent({ agentId: other, idempotencyKey: 'release-7' });
    expect(run).toMatchObject({ agentId: other });
  });
});
