/** Programs of coding agents that stay after their result, that hang, or whose session is of no use. */
import { newId } from '@muster/service-kit';
import { describeBeside } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codingAgents, FROM_FILE, kinds, openCodingAgents } from './coding-agent.ts';
import type { Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openCodingAgents({ RESULT_SECONDS: '0.5', RESUME_SECONDS: '6' });
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

describeBeside(kinds)('$type', (kind) => {
  it('is ended after its result if it stays, and the result decides', async () => {
    const { newAgent, runOf } = codingAgents(opened, companyId, kind);
    const done = await runOf(await newAgent({ replay: 'success', stays: true }));
    expect(done).toMatchObject({ status: 'succeeded', errorCode: null, resultSummary: 'Done.' });
    const busy = await runOf(await newAgent({ replay: 'server-error', stays: true }));
    expect(busy).toMatchObject({ status: 'failed', errorCode: 'provider_busy' });
    const used = await runOf(await newAgent({ uses: 3, stays: true }));
    expect(used).toMatchObject({ status: 'succeeded', usage: { inputTokens: 6 } });
  });

  it.each(['silently', 'plainly', 'never'] as const)(
    'begins anew in the same run where it refuses its session %s',
    async (refuses) => {
      const { newAgent, next, workOn, startOf } = codingAgents(opened, companyId, kind);
      const agentId = await newAgent(FROM_FILE);
      const issueId = newId();
      next(agentId, { uses: 5 });
      await workOn(agentId, issueId);
      next(agentId, { uses: 5, refuses, tells: true });
      const run = await workOn(agentId, issueId);
      expect(run).toMatchObject({
        status: 'succeeded',
        usage: { inputTokens: 10 },
        warnings: [{ code: 'session_dropped' }],
      });
      // The log has both programs.
      expect((await startOf(run)).session).toBeDefined();
      expect((await opened.logOf(run.id)).split('{"values"')).toHaveLength(3);
    },
  );

  it('that has failed has the last lines of standard error in its error, without secrets', async () => {
    const { newAgent, runOf } = codingAgents(opened, companyId, kind);
    const errors = Array.from({ length: 30 }, (__, n) => `line ${n}`);
    const run = await runOf(await newAgent({ exit: 3, errors: [...errors, `key ${kind.key}`] }));
    expect(run).toMatchObject({ status: 'failed', errorCode: 'exit_code' });
    expect(run.error).toMatch(/^The agent exited with 3\nStandard error ended with:\nline 11\n/);
    expect(run.error).toMatch(/line 29\nkey \S+$/);
    expect(run.error).not.toContain(kind.key);
    const good = await runOf(await newAgent({ replay: 'success', errors }));
    expect(good.error).toBeNull();
  });
});
