/** The gateway looks up the issues that a hire names before it forwards the hire. */
import { issues, IssueSummary, scopeOf } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { agentActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyChecks } from '../src/body-checks.ts';
import { anIssue } from './an-issue.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const companyOfIssue = new Map<string, string>();

const issuesStub = stubOf(issues, {
  listIssuesById: async ({ ids }, { actor }) =>
    ids.flatMap((id) => {
      const companyId = companyOfIssue.get(id);
      const scope = scopeOf(actor);
      if (!companyId || (scope !== 'all' && !scope.includes(companyId))) return [];
      return [IssueSummary.parse(anIssue(id, companyId, 1))];
    }),
});

let server: TestGateway;
let stub: RunningService;
beforeAll(async () => {
  server = await openGateway();
  stub = await issuesStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await stub.stop();
});

async function aCompany() {
  const { companyId } = await server.stage.given.company();
  const { agentId } = await server.stage.given.agent(companyId);
  const {
    body: { token },
  } = await server.call(`POST /api/agents/${agentId}/keys`);
  const issueId = newId();
  companyOfIssue.set(issueId, companyId);
  const path = `POST /api/companies/${companyId}/agent-hires`;
  return { path, companyId, issueId, token: token as string };
}

describe('the source issues of a hire', () => {
  it('are accepted if all exist', async () => {
    const { companyId, issueId } = await aCompany();
    const check = bodyChecks(server.stage.service.runtime.rpc)['hireAgent'];
    const call = { actor: agentActor(companyId), requestId: newId(), traceparent: '' };
    for (const sources of [{}, { sourceIssueId: issueId }, { sourceIssueIds: [issueId] }]) {
      await expect(check?.({ companyId, name: 'Eve', ...sources }, call)).resolves.toBeUndefined();
    }
  });

  it('are not found whether they do not exist or belong to another company', async () => {
    const { path, issueId, token } = await aCompany();
    const foreign = await aCompany();
    for (const absent of [foreign.issueId, newId()]) {
      for (const caller of [{ token }, {}]) {
        expect(
          await server.call(path, {
            ...caller,
            body: { name: 'Eve', sourceIssueIds: [issueId, absent] },
          }),
        ).toMatchObject({
          status: 404,
          body: {
            code: 'issue_not_found',
            details: { field: 'sourceIssueIds', issueIds: [absent] },
          },
        });
      }
      expect(
        await server.call(path, { token, body: { name: 'Eve', sourceIssueId: absent } }),
      ).toMatchObject({ status: 404, body: { details: { field: 'sourceIssueId' } } });
    }
  });

  it('are checked after the company and the schema', async () => {
    const { token, issueId, path } = await aCompany();
    const foreign = await aCompany();
    expect(
      await server.call(foreign.path, { token, body: { name: 'Eve', sourceIssueId: issueId } }),
    ).toMatchObject({ status: 404, body: { code: 'company_not_found' } });
    expect(
      await server.call(path, { token, body: { name: 'Eve', sourceIssueIds: ['x'] } }),
    ).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
