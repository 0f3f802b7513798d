/**
 * The board's word is the last: while an agent or its company is paused, its credential changes nothing
 * but the report on its work in hand, whichever write the contracts let agents call.
 */
import { randomUUID } from 'node:crypto';
import { agents, billing, isWrite, issues, waitsWhilePaused } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addIssue, type AgentWithKey } from '../fixtures/builders.ts';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { exampleOf } from '../requests/inputs/example.ts';
import { routes } from '../requests/routes.ts';
import { ask, codeOf } from '../tenancy/answers.ts';
import { settledDigest } from '../tenancy/fingerprint.ts';
import { openRawHttp, type RawHttp } from '../world/raw-http.ts';
import { useSql } from '../world/sql.ts';
import { useSharedWorld } from '../world/use-world.ts';

const writes = routes.filter(
  ({ operation }) => operation.who.includes('agent') && isWrite(operation),
);
const refused = writes.filter(({ operation }) => waitsWhilePaused(operation));

const pauses = {
  'a paused agent': { code: 'agent_paused', status: 403 },
  'an agent of a stopped company': { code: 'company_paused', status: 422 },
} as const;

const world = useSharedWorld();
const sql = useSql(world);

it('no more operations than these are allowed meanwhile', () => {
  const allowed = writes.filter(({ operation }) => operation.whilePaused);
  expect(allowed.map(({ name }) => name).toSorted()).toEqual([
    'addComment',
    'beatRun',
    'callMcp',
    'checkAgent',
    'finishRun',
    'recordCost',
    'redactApproval',
    'redactApprovalComment',
    'redactComment',
    'redactCompanyDocument',
    'redactFile',
    'redactIssueDocument',
    'redactProjectDocument',
    'redactQuestion',
    'redactRunLog',
    'redactWait',
    'releaseIssue',
    'takeRunMessages',
    'updateIssue',
    'uploadIssueFile',
    'writeIssueDocument',
  ]);
});

describe.each(Object.entries(pauses))('%s', (kind, { code, status }) => {
  let http: RawHttp;
  let company: OneOfEverything;
  let chief: AgentWithKey;
  let inHand: string;

  beforeAll(async () => {
    const { board } = world();
    http = openRawHttp(world().stack.baseUrl);
    company = await createOneOfEverything(world(), `P${randomUUID().replaceAll('-', '')}`);
    const { companyId } = company;
    chief = company.chief;
    const work = { assigneeAgentId: chief.agent.id, status: 'in_progress' } as const;
    inHand = (await addIssue(board, companyId, work)).id;
    if (kind === 'a paused agent')
      await board.call(agents, 'pauseAgent', { agentId: chief.agent.id });
    else await board.call(agents, 'stopCompany', { companyId });
  });

  it('is refused every write that is no report, and changes nothing', async () => {
    const before = await settledDigest(sql, company.companyId);
    const answers = await Promise.all(
      refused.map(async (route) => {
        const answer = await ask(http, route, chief, exampleOf(route, company.ids));
        return [route.name, answer.status, codeOf(answer)];
      }),
    );
    expect(answers).toEqual(refused.map(({ name }) => [name, status, code]));
    expect(await settledDigest(sql, company.companyId)).toEqual(before);
  });

  it('reads, and reports on the work that it has in hand', async () => {
    const { caller } = chief;
    const { companyId } = company;
    const cost = { agentId: chief.agent.id, costCents: 1, provider: 'test', model: 'model-1' };
    expect((await caller.get('/api/agents/me')).status).toBe(200);
    await caller.call(billing, 'recordCost', { companyId, ...cost });
    await caller.call(issues, 'addComment', { issueId: inHand, body: 'This is how far I am.' });
    const report = { issueId: inHand, status: 'blocked', comment: 'Paused.' } as const;
    await caller.call(issues, 'updateIssue', report);
  });

  it('is refused reports on the work of others', async () => {
    const { caller } = chief;
    const path = `/api/issues/${company.ids.issue}`;
    for (const sent of [
      await caller.post(`${path}/comments`, { body: 'Stop.' }),
      await caller.patch(path, { comment: 'Stop.' }),
      await caller.patch(`/api/issues/${inHand}`, { title: 'Another' }),
    ]) {
      expect(sent).toMatchObject({ status, body: { code } });
    }
  });

  it('goes on when the board lets it', async () => {
    const { board } = world();
    const { companyId } = company;
    if (kind === 'a paused agent')
      await board.call(agents, 'resumeAgent', { agentId: chief.agent.id });
    else await board.call(agents, 'updateCompany', { companyId, status: 'active' });
    const made = await chief.caller.post(`/api/companies/${companyId}/issues`, { title: 'Go on' });
    expect(made.status).toBe(201);
  });
});
