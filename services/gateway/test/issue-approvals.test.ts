import { approvals, issues, IssueSummary, Refusal, scopeOf } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssue } from './an-issue.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const now = '2026-11-20T18:12:00.000Z';

const anApproval = (id: string, companyId: string) => ({
  id,
  companyId,
  type: 'request_board_approval' as const,
  status: 'pending' as const,
  requestedByAgentId: null,
  requestedByUserId: null,
  payload: {},
  decisionNote: null,
  decidedByUserId: null,
  decidedAt: null,
  revision: 1,
  createdAt: now,
  updatedAt: now,
  version: 1,
});

/** State of the stubs: the companies of issues and approvals, and their links. */
const numbers = new Map<string, number>();
const companyOfIssue = new Map<string, string>();
const companyOfApproval = new Map<string, string>();
const linked = new Map<string, Set<string>>();
/** The writes that reached the approvals stub, with their actors. */
let written: { input: object; actorId: string; runId: string | null }[];

const sees = (actor: Parameters<typeof scopeOf>[0], companyId: string | undefined) => {
  const scope = scopeOf(actor);
  return companyId !== undefined && (scope === 'all' || scope.includes(companyId));
};

const issuesStub = stubOf(issues, {
  getIssue: async ({ issueId: ref }, { actor }) => {
    const id = [...numbers].find(([, number]) => ref === `ACM-${number}`)?.[0] ?? ref;
    const companyId = companyOfIssue.get(id);
    if (!companyId || !sees(actor, companyId)) throw new Refusal('issue_not_found');
    return anIssue(id, companyId, numbers.get(id) as number);
  },
  listIssuesById: async ({ ids }, { actor }) =>
    ids.toSorted().flatMap((id) => {
      const companyId = companyOfIssue.get(id);
      if (!companyId || !sees(actor, companyId)) return [];
      return [IssueSummary.parse(anIssue(id, companyId, numbers.get(id) as number))];
    }),
});

const approvalsStub = stubOf(approvals, {
  linkApproval: async ({ companyId, issueId, approvalId }, { actor, runId, emit }) => {
    if (companyOfApproval.get(approvalId) !== companyId) throw new Refusal('approval_not_found');
    written.push({ input: { companyId, issueId, approvalId }, actorId: actor.id, runId });
    const issueIds = linked.get(approvalId) ?? new Set();
    if (!issueIds.has(issueId)) {
      linked.set(approvalId, issueIds.add(issueId));
      emit('approval.linked', {
        companyId,
        entityId: approvalId,
        payload: { approvalId, issueId } as never,
      });
    }
    return [anApproval(approvalId, companyId)];
  },
  unlinkApproval: async ({ companyId, issueId, approvalId }) => {
    if (companyOfApproval.get(approvalId) !== companyId) throw new Refusal('approval_not_found');
    linked.get(approvalId)?.delete(issueId);
    return { ok: true };
  },
  listApprovalsOfIssue: async ({ companyId, issueId, limit, cursor }) => {
    const ids = [...linked].flatMap(([id, issueIds]) => (issueIds.has(issueId) ? [id] : []));
    const from = Number(cursor ?? 0);
    const items = ids.slice(from, from + limit).map((id) => anApproval(id, companyId));
    return { items, nextCursor: ids.length > from + limit ? String(from + limit) : undefined };
  },
  listIssuesOfApproval: async ({ approvalId }, { actor }) => {
    const companyId = companyOfApproval.get(approvalId);
    if (!companyId || !sees(actor, companyId)) throw new Refusal('approval_not_found');
    return { companyId, approvalId, issueIds: [...(linked.get(approvalId) ?? [])] };
  },
});

let server: TestGateway;
let others: RunningService[];
beforeAll(async () => {
  server = await openGateway();
  others = await Promise.all([issuesStub, approvalsStub].map((start) => start(server.stage.env)));
});
afterAll(async () => {
  await server.close();
  await Promise.all(others.map((other) => other.stop()));
});

function newIssue(companyId: string): string {
  const id = newId();
  numbers.set(id, numbers.size + 1);
  companyOfIssue.set(id, companyId);
  return id;
}

function newApproval(companyId: string): string {
  const id = newId();
  companyOfApproval.set(id, companyId);
  return id;
}

/** A company with a calling agent, an issue and an approval, not linked. */
async function aCompany() {
  written = [];
  const { companyId } = await server.stage.given.company();
  const { agentId } = await server.stage.given.agent(companyId);
  const {
    body: { token },
  } = await server.call(`POST /api/agents/${agentId}/keys`);
  return {
    companyId,
    agentId,
    token: token as string,
    issueId: newIssue(companyId),
    approvalId: newApproval(companyId),
  };
}

const idsOf = (body: { id: string }[]): string[] => body.map(({ id }) => id);
const notFound = (code: string) => ({ status: 404, body: { code } });

describe('linking an approval to an issue', () => {
  it('finds the issue first and makes one write as the caller', async () => {
    const { companyId, agentId, token, issueId, approvalId } = await aCompany();
    const created = await server.call(`POST /api/issues/ACM-${numbers.get(issueId)}/approvals`, {
      token,
      body: { approvalId },
    });
    expect(created.status).toBe(201);
    expect(idsOf(created.body)).toEqual([approvalId]);
    const input = { companyId, issueId, approvalId };
    expect(written).toEqual([{ input, actorId: agentId, runId: null }]);
    expect(created.headers.get('consistency-token')).toBe(`approvals:${companyId}:1`);
  });

  it('is idempotent', async () => {
    const { issueId, approvalId } = await aCompany();
    const path = `POST /api/issues/${issueId}/approvals`;
    const created = await server.call(path, { body: { approvalId } });
    const again = await server.call(path, { body: { approvalId } });
    expect([again.status, again.body]).toEqual([201, created.body]);
  });

  it('is repeated for the same idempotency key, by id or identifier of the issue', async () => {
    const { issueId, approvalId } = await aCompany();
    const headers = { 'idempotency-key': newId() };
    const created = await server.call(`POST /api/issues/${issueId}/approvals`, {
      headers,
      body: { approvalId },
    });
    const again = await server.call(`POST /api/issues/ACM-${numbers.get(issueId)}/approvals`, {
      headers,
      body: { approvalId },
    });
    expect(again.body).toEqual(created.body);
    expect(written).toHaveLength(1);
    expect(created.headers.has('idempotent-replayed')).toBe(false);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('consistency-token')).toBe(created.headers.get('consistency-token'));
  });

  it('is refused again for the same idempotency key, with the stored refusal', async () => {
    const { issueId } = await aCompany();
    const request = { headers: { 'idempotency-key': newId() }, body: { approvalId: newId() } };
    const first = await server.call(`POST /api/issues/${issueId}/approvals`, request);
    const again = await server.call(`POST /api/issues/${issueId}/approvals`, request);
    expect([first, again]).toMatchObject([
      notFound('approval_not_found'),
      notFound('approval_not_found'),
    ]);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('does not find issues and approvals of other companies, nor absent ones', async () => {
    const { token, issueId, approvalId } = await aCompany();
    const foreign = await aCompany();
    for (const ref of [foreign.issueId, newId(), 'no-issue-at-all', 'ACM-99999999']) {
      const path = `/api/issues/${ref}/approvals`;
      const absent = notFound('issue_not_found');
      expect(await server.call(`POST ${path}`, { token, body: { approvalId } })).toMatchObject(
        absent,
      );
      expect(await server.call(`GET ${path}`, { token })).toMatchObject(absent);
      expect(await server.call(`DELETE ${path}/${approvalId}`, { token })).toMatchObject(absent);
    }
    for (const id of [foreign.approvalId, newId()]) {
      const path = `/api/issues/${issueId}/approvals`;
      const absent = notFound('approval_not_found');
      expect(await server.call(`POST ${path}`, { token, body: { approvalId: id } })).toMatchObject(
        absent,
      );
      expect(await server.call(`DELETE ${path}/${id}`, { token })).toMatchObject(absent);
      expect(await server.call(`GET /api/approvals/${id}/issues`, { token })).toMatchObject(absent);
    }
    expect(written).toEqual([]);
  });

  it('requires an approval id in its body', async () => {
    const { issueId } = await aCompany();
    for (const body of [{}, { approvalId: 'first' }]) {
      expect(await server.call(`POST /api/issues/${issueId}/approvals`, { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', details: [{ path: ['approvalId'] }] },
      });
    }
  });
});

describe('a link between an issue and an approval', () => {
  it('is listed for the issue, page by page, until it is removed', async () => {
    const { companyId, token, issueId, approvalId } = await aCompany();
    const second = newApproval(companyId);
    const path = `/api/issues/${issueId}/approvals`;
    for (const id of [approvalId, second]) {
      await server.call(`POST ${path}`, { token, body: { approvalId: id } });
    }
    const first = await server.call(`GET ${path}?limit=1`, { token });
    expect(idsOf(first.body)).toEqual([approvalId]);
    const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1];
    const rest = await server.call(`GET ${next}`, { token });
    expect(idsOf(rest.body)).toEqual([second]);
    expect(rest.headers.has('next-cursor')).toBe(false);
    expect(await server.call(`DELETE ${path}/${approvalId}`, { token })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(idsOf((await server.call(`GET ${path}`, { token })).body)).toEqual([second]);
  });

  it('is listed for the approval as issue summaries, page by page', async () => {
    const { companyId, token, approvalId } = await aCompany();
    const ids = Array.from({ length: 40 }, () => newIssue(companyId)).toSorted();
    linked.set(approvalId, new Set(ids.toReversed()));
    const path = `/api/approvals/${approvalId}/issues`;
    const all = await server.call(`GET ${path}`, { token });
    expect(idsOf(all.body)).toEqual(ids);
    expect(all.body[0]).toMatchObject({ identifier: expect.stringMatching(/^ACM-/), companyId });
    expect(all.body[0]).not.toHaveProperty('description');
    expect(all.body[0]).not.toHaveProperty('allowedTransitions');
    const first = await server.call(`GET ${path}?limit=25`, { token });
    const cursor = first.headers.get('next-cursor');
    const rest = await server.call(`GET ${path}?limit=25&cursor=${cursor}`, { token });
    expect(idsOf([...first.body, ...rest.body])).toEqual(ids);
    expect(rest.headers.has('next-cursor')).toBe(false);
    expect(await server.call(`GET ${path}?cursor=made-up`, { token })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });
});
