/** The issues that a hire names are looked up where they are, before the hire is passed on. */
import { issues, IssueSummary, scopeOf } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { agentActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyChecks } from '../src/compose/body-checks.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { standIn } from './stand-in.ts';

const now = '2026-11-20T18:12:00.000Z';
const companyOfIssue = new Map<string, string>();

const issuesStandIn = standIn(issues, {
  listIssuesById: async ({ ids }, { actor }) => ids.flatMap((id) => {
    const companyId = companyOfIssue.get(id);
    const scope = scopeOf(actor);
    if (!companyId || (scope !== 'all' && !scope.includes(companyId))) return [];
    return [IssueSummary.parse({
      id, companyId, identifier: 'ACM-1', issueNumber: 1, title: 'Count', status: 'todo',
      priority: 'medium', assigneeAgentId: null, assigneeUserId: null, parentId: null,
      projectId: null, goalId: null, labels: [], labelIds: [], blockedByIssueIds: [],
      createdByAgentId: null, createdByUserId: null, assignedByAgentId: null,
      assignedByUserId: null, checkoutRunId: null, startedAt: null, completedAt: null,
      cancelledAt: null, started_at: null, completed_at: null, createdAt: now, updatedAt: now,
      version: 1,
    })];
  }),
});

let door: OpenDoor;
let standsIn: RunningService;
beforeAll(async () => {
  door = await openDoor();
  standsIn = await issuesStandIn(door.stage.env);
});
afterAll(async () => {
  await door.close();
  await standsIn.stop();
});

async function aCompany() {
  const { companyId } = await door.stage.given.company();
  const { agentId } = await door.stage.given.agent(companyId);
  const { body: { token } } = await door.call(`POST /api/agents/${agentId}/keys`);
  const issueId = newId();
  companyOfIssue.set(issueId, companyId);
  const path = `POST /api/companies/${companyId}/agent-hires`;
  return { path, companyId, issueId, token: token as string };
}

describe('the source issues of a hire', () => {
  it('let it through when they are all there', async () => {
    const { companyId, issueId } = await aCompany();
    const check = bodyChecks(door.stage.service.runtime.rpc)['hireAgent'];
    const onBehalf = { actor: agentActor(companyId), requestId: newId(), traceparent: '' };
    for (const sources of [{}, { sourceIssueId: issueId }, { sourceIssueIds: [issueId] }]) {
      await expect(check?.({ companyId, name: 'Eve', ...sources }, onBehalf))
        .resolves.toBeUndefined();
    }
  });

  it('are absent alike when nobody has them and when another company has', async () => {
    const { path, issueId, token } = await aCompany();
    const foreign = await aCompany();
    for (const absent of [foreign.issueId, newId()]) {
      for (const caller of [{ token }, {}]) {
        expect(await door.call(path, {
          ...caller, body: { name: 'Eve', sourceIssueIds: [issueId, absent] },
        })).toMatchObject({
          status: 404,
          body: {
            code: 'issue_not_found', details: { field: 'sourceIssueIds', issueIds: [absent] },
          },
        });
      }
      expect(await door.call(path, { token, body: { name: 'Eve', sourceIssueId: absent } }))
        .toMatchObject({ status: 404, body: { details: { field: 'sourceIssueId' } } });
    }
  });

  it('leave it to the company and to the schema to refuse first', async () => {
    const { token, issueId, path } = await aCompany();
    const foreign = await aCompany();
    expect(await door.call(foreign.path, { token, body: { name: 'Eve', sourceIssueId: issueId } }))
      .toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    expect(await door.call(path, { token, body: { name: 'Eve', sourceIssueIds: ['x'] } }))
      .toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
