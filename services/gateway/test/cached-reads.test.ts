/** Reads that a client has already, and large ones. */
import { gateway, issues, type Issue } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { consumerOf, type StandInHandlers } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type Request, type TestGateway } from './open-gateway.ts';
import { signedInMember } from './signed-in-users.ts';
import { stubOf } from './stubs.ts';

const issueId = newId();
const companyId = newId();
const issue = (version: number): Partial<Issue> => ({ id: issueId, title: 'Build it', version });
const comment = { id: newId(), issueId, body: 'b'.repeat(5_000) };

let version = 1;
let nextCursor: string | undefined;
let seen: { ifVersion?: number | undefined };
const handlers: StandInHandlers<typeof issues> = {
  getIssue: async () => issue(version),
  updateIssue: async (input) => {
    seen = { ifVersion: input.ifVersion };
    return issue(version);
  },
  listComments: async ({ order }) => ({
    items: order === 'desc' ? [comment, comment] : [{ ...comment, body: 'short' }],
    nextCursor,
  }),
  addComment: async (input, context) => {
    context.emit('issue.commented', {
      companyId,
      entityId: input.issueId,
      payload: { ...comment, issueId: input.issueId, body: 'short' } as never,
    });
    return { ...comment, body: input.body };
  },
};
/** It applies the events of members, so that invitations settle. */
const { reactions } = consumerOf(issues, gateway);
const issuesStub = stubOf(issues, handlers, { reactions });

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

const path = `/api/issues/${issueId}`;
const large = `GET ${path}/comments?order=desc`;
const get = (line: string, headers: Record<string, string> = {}, request: Request = {}) =>
  server.call(line, { ...request, headers });
const gzip = { 'accept-encoding': 'gzip' };

describe('a read', () => {
  it('is answered without a body for a client that has it', async () => {
    const first = await get(`GET ${path}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"1\.[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('Authorization, Cookie, Accept-Encoding');
    const again = await get(`GET ${path}`, { 'if-none-match': etag });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await get(`HEAD ${path}`);
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    version = 2;
    const changed = await get(`GET ${path}`, { 'if-none-match': etag });
    expect([changed.status, changed.body]).toEqual([200, issue(2)]);
  });

  it('of a record gives the tag that a change takes as If-Match', async () => {
    const { headers } = await get(`GET ${path}`);
    await server.call(`PATCH ${path}`, {
      body: { title: 'Built' },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(seen).toEqual({ ifVersion: version });
  });

  it('of a page has another tag when a page follows', async () => {
    const last = (await get(large)).headers.get('etag') ?? '';
    expect(last).toMatch(/^W\/"[\w-]{22}"$/);
    nextCursor = 'more';
    const { status, headers } = await get(large, { 'if-none-match': last });
    expect([status, headers.get('next-cursor')]).toEqual([200, 'more']);
  });

  it('has no tag where it is refused, and a write has none', async () => {
    const refused = await get('GET /api/issues/unknown/comments');
    const written = await server.call(`POST ${path}/comments`, { body: { body: 'Hello.' } });
    for (const { headers } of [refused, written]) {
      expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
    }
  });
});

describe('a large answer', () => {
  const codingOf = async (line: string, headers: Record<string, string>, request?: Request) =>
    (await get(line, headers, request)).headers.get('content-encoding');

  it('is compressed for a client that accepts it, and is the same answer', async () => {
    const [plain, packed] = [await get(large, { 'accept-encoding': 'br' }), await get(large, gzip)];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.body).toEqual(plain.body);
    expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(1_000);
    expect(await codingOf(`GET ${path}/comments`, gzip)).toBeNull();
    expect(await codingOf('GET /llms/skill.md', gzip, { token: '' })).toBe('gzip');
  });

  it('is not compressed if it answers a write, or a page of another site with a cookie', async () => {
    const body = { body: 'b'.repeat(20_000) };
    expect(await codingOf(`POST ${path}/comments`, gzip, { body })).toBeNull();
    const { companyId: of } = await server.stage.given.company();
    const { cookie } = await signedInMember(server, of);
    const page = (site: string) =>
      codingOf(large, { ...gzip, cookie, 'sec-fetch-site': site }, { token: '' });
    expect([await page('same-origin'), await page('cross-site')]).toEqual(['gzip', null]);
  });
});
