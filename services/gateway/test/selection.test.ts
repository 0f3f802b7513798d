import { issues, type Issue } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const companyId = newId();
const comment = {
  id: newId(),
  companyId,
  issueId: newId(),
  body: 'b'.repeat(500),
  authorAgentId: null,
  authorUserId: null,
  authorName: 'Ada',
  mentions: [],
  runId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const issue: Partial<Issue> = {
  id: newId(),
  companyId,
  identifier: 'ACM-1',
  title: 'Build it',
  status: 'todo',
  priority: 'medium',
  description: null,
  parentId: null,
  version: 4,
};

const issuesStub = stubOf(issues, {
  listComments: async () => ({ items: [comment, comment], nextCursor: 'more-of-them' }),
  getIssue: async () => issue,
  addComment: async (input, context) => {
    context.emit('issue.commented', {
      companyId,
      entityId: input.issueId,
      payload: { ...comment, issueId: input.issueId, body: input.body } as never,
    });
    return { ...comment, body: input.body };
  },
});

let server: TestGateway;
let other: RunningService;
beforeAll(async () => {
  server = await openGateway();
  other = await issuesStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await other.stop();
});

const comments = `GET /api/issues/${newId()}/comments`;

describe('a client that asks for a part of an answer', () => {
  it('gets the fields that it names, on this page and on the next', async () => {
    const page = await server.call(`${comments}?fields=id,runId`);
    expect(page.body).toEqual([
      { id: comment.id, runId: null },
      { id: comment.id, runId: null },
    ]);
    expect(page.headers.get('link')).toContain('fields=id%2CrunId&cursor=more-of-them');
    expect(page.headers.get('ignored-fields')).toBeNull();
  });

  it('gets the compact view without nulls, and texts no longer than it wants', async () => {
    const page = await server.call(`${comments}?view=compact&maxText=100`);
    expect(page.body).toEqual(
      Array.from({ length: 2 }, () => ({
        id: comment.id,
        body: 'b'.repeat(100),
        authorName: 'Ada',
        createdAt: comment.createdAt,
        more: { body: 500 },
      })),
    );
  });

  it('gets one record without its nulls', async () => {
    const read = await server.call(`GET /api/issues/${newId()}?nulls=omit`);
    const { description: _, parentId: __, ...rest } = issue;
    expect(read.body).toEqual(rest);
  });

  it.each([
    ['fields=id,colour', ['fields', 1]],
    ['fields=', ['fields', 0]],
    ['view=small', ['view']],
    ['nulls=yes', ['nulls']],
    ['maxText=5', ['maxText']],
  ])('is told which value of ?%s is wrong', async (query, path) => {
    expect(await server.call(`${comments}?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path }] },
    });
  });
});

describe('a write whose client prefers a minimal answer', () => {
  const write = `POST /api/issues/${newId()}/comments`;

  it('answers what it is about, and that the preference was applied', async () => {
    const written = await server.call(write, {
      body: { body: 'done' },
      headers: { prefer: 'handling=strict, return=minimal' },
    });
    expect(written).toMatchObject({ status: 201, body: { id: comment.id, mentions: [] } });
    expect(Object.keys(written.body as object)).toEqual(['id', 'mentions']);
    expect(written.headers.get('preference-applied')).toBe('return=minimal');
  });

  it('answers the same in another form if it is repeated with the same key', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await server.call(write, { body: { body: 'once' }, headers });
    const again = await server.call(`${write}?fields=body`, { body: { body: 'once' }, headers });
    expect(first.body).toMatchObject({ id: comment.id, body: 'once' });
    expect(again.body).toEqual({ body: 'once' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('leaves a read as it is', async () => {
    const read = await server.call(comments, { headers: { prefer: 'return=minimal' } });
    expect(read.body).toEqual([comment, comment]);
    expect(read.headers.get('preference-applied')).toBeNull();
  });
});
