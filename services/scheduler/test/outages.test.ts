/** A model provider that is overloaded or away, by a program that replays what a real one prints. */
import { join } from 'node:path';
import { issues, type Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignment } from './assignment.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const FAKE = join(import.meta.dirname, '../../../libs/cli-agents/test/fake-program.ts');

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openScheduler({
    MUSTER_ADAPTERS: 'claude_code,process',
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([
      process.execPath,
      '--no-warnings',
      ...WITH_COMPILE_CACHE,
      FAKE,
      'claude_code',
    ]),
  });
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ companyId } = await opened.company());
});

const AWAY = { replay: 'overload', exit: 1 };
const WORKS = { uses: 1 };
const board = () => opened.stage.as(boardActor());
const configure = (agentId: string, login: string, act: object): void => {
  opened.adapters.set(agentId, {
    adapterType: 'claude_code',
    adapterConfig: {
      promptTemplate: JSON.stringify(act),
      env: { CLAUDE_CODE_OAUTH_TOKEN: login },
      graceSec: 5,
    },
  });
};
const newAgent = async (login: string, act: object): Promise<string> => {
  const { agentId } = await opened.agent(companyId, '', { adapterType: 'claude_code' });
  configure(agentId, login, act);
  return agentId;
};
const runsOf = (agentId: string): Promise<Run[]> => board().listRuns({ companyId, agentId });
const assign = async (agentId: string): Promise<string> => {
  const issueId = newId();
  const payload = assignment(issueId, agentId);
  await opened.receive(issues, 'issue.assigned', { companyId, entityId: issueId, payload });
  return issueId;
};
const ended = (agentIds: readonly string[], count: number): Promise<Run[]> =>
  eventually(async () => {
    const runs = (await Promise.all(agentIds.map(runsOf))).flat().filter(isOver);
    return runs.length >= count ? runs : undefined;
  });
const outage = async (): Promise<{ tries: number; left: number } | undefined> => {
  const [row] = await opened.stage.db.run<{ tries: number; left: number }>({
    text: `select busy_tries as tries,
        ceil(extract(epoch from not_before - now()))::integer as left
      from quotas where company_id = $1 and busy_since is not null`,
    values: [companyId],
  });
  return row;
};
/** The wait of the login is over now. */
const passWait = (): Promise<unknown> =>
  opened.stage.db.run({
    text: `with q as (update quotas set not_before = now() - interval '1 ms' where company_id = $1)
      update roster set not_before = now() - interval '1 ms'
      where company_id = $1 and not_before is not null returning 1`,
    values: [companyId],
  });

describe('an outage of a model provider', () => {
  it('holds all agents of the login for as long as it lasts, and one tries at a time', async () => {
    const logins = [await newAgent('one', WORKS), await newAgent('one', WORKS)];
    const other = await newAgent('another', WORKS);
    for (const agentId of [...logins, other]) {
      await opened.finished((await opened.wake(agentId)).id);
    }
    const [first = '', second = ''] = logins;
    for (const agentId of logins) configure(agentId, 'one', AWAY);
    const run = await opened.finished((await opened.wake(first)).id);
    expect(run).toMatchObject({ status: 'failed', errorCode: 'provider_busy' });
    const issueId = await assign(second);
    for (const tries of [1, 2, 3, 4, 5, 6, 7]) {
      const found = await eventually(async () => {
        const now = await outage();
        return now?.tries === tries ? now : undefined;
      });
      if (tries >= 5) expect(found.left).toBeGreaterThan(570);
      expect(found.left).toBeLessThanOrEqual(600);
      // Two of the first runs are successes; each wait is followed by one try of either agent.
      expect(await ended(logins, 2 + tries)).toHaveLength(2 + tries);
      if (tries === 7) break;
      if (tries === 6) {
        const records = await board().listWakeRecords({ agentId: second, issueId });
        expect(records.heldFor).toBe('provider');
        expect(['pending', 'coalesced']).toContain(records.wakes[0]?.status);
      }
      await passWait();
    }
    expect(await opened.finished((await opened.wake(other)).id)).toMatchObject({
      status: 'succeeded',
    });

    for (const agentId of logins) configure(agentId, 'one', WORKS);
    await passWait();
    const succeeded = await eventually(async () => {
      const runs = await Promise.all(logins.map(runsOf));
      return runs.every(([newest]) => newest?.status === 'succeeded') ? runs : undefined;
    });
    expect(succeeded[1]?.some((each) => each.issueId === issueId)).toBe(true);
    expect(await outage()).toBeUndefined();
    for (const agentId of logins) {
      expect(await board().getAgentWakes({ agentId })).toMatchObject({
        heldFor: null,
        failing: null,
        pending: [],
      });
    }
  });

  it('is over for all agents when the board lifts the hold', async () => {
    const agentId = await newAgent('two', AWAY);
    await opened.finished((await opened.wake(agentId)).id);
    expect(await outage()).toMatchObject({ tries: 1 });
    configure(agentId, 'two', WORKS);
    await board().liftQuotaHold({ agentId });
    expect(await outage()).toBeUndefined();
    expect((await ended([agentId], 2))[0]).toMatchObject({ status: 'succeeded' });
  });

  it('of an agent without a login of its own holds just that agent', async () => {
    const [script, unheld] = [`process.exit(0)`, await opened.agent(companyId, '')];
    const { agentId } = await opened.agent(companyId, script);
    await opened.stage.db.run({
      text: `insert into quotas (company_id, quota_group, busy_since, busy_tries, probing_until)
        values ($1, 'agent:' || $2, now(), 3, now() + interval '1 hour') returning 1`,
      values: [companyId, agentId],
    });
    const { id } = await opened.wake(agentId);
    await opened.finished((await opened.wake(unheld.agentId)).id);
    expect(await board().getRun({ runId: id })).toMatchObject({ status: 'queued' });
    await opened.stage.db.run({
      text: `with q as (update quotas set probing_until = now() where company_id = $1)
        update runs set hint_at = now() where id = $2 returning 1`,
      values: [companyId, id],
    });
    expect(await opened.finished(id)).toMatchObject({ status: 'succeeded' });
    expect(await outage()).toBeUndefined();
  });
});
