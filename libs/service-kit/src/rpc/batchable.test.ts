import { operation, PathId, type Actor, type Operation } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { batchOf, openCompaniesOfThings } from './batchable.ts';
import type { Request } from './request.ts';

const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const ISSUE = '00000000-0000-4000-8000-000000000001';

const spec = {
  summary: 'Test.',
  who: ['board', 'agent'],
  output: z.object({}),
  refusals: [],
} as const;
const create = operation({
  ...spec,
  http: 'POST /api/companies/:companyId/issues',
  input: z.object({ companyId: PathId }),
});
const comment = operation({
  ...spec,
  http: 'POST /api/issues/:issueId/comments',
  input: z.object({ issueId: PathId }),
});

const reserve = operation({
  ...spec,
  kind: 'write',
  who: ['service'],
  input: z.object({ companyId: PathId, runId: PathId }),
});

const user = (companies: readonly string[] | 'all'): Actor => ({
  type: 'user',
  id: 'user',
  name: 'User',
  companies:
    companies === 'all'
      ? companies
      : companies.map((companyId) => ({ companyId, role: 'owner', permissions: [] })),
});
const service: Actor = { type: 'service', id: 's', name: 's' };
const agent: Actor = { type: 'agent', id: 'agent', name: 'Agent', companyId: A };

const request = (actor: Actor, input: object, rest: Partial<Request> = {}): Request => ({
  name: 'test',
  requestId: 'request',
  clientRequestId: null,
  actor,
  input: { ...input },
  bytes: 100,
  runId: null,
  traceparent: null,
  idempotencyKey: undefined,
  attempt: 1,
  deadline: 0,
  ...rest,
});

const locate = { companyId: async () => undefined, issueId: async () => undefined };
const nothingKnown = openCompaniesOfThings(locate);
const issueKnown = openCompaniesOfThings(locate);
issueKnown.remember(comment, { issueId: ISSUE }, A);

describe('the company with whose writes one is made', () => {
  it('is unknown where an input that may name it does not', () => {
    expect(batchOf(reserve, request(user('all'), { runId: ISSUE }), nothingKnown)).toBeUndefined();
  });

  it.each<[string, Operation, Actor, string | undefined, string | undefined]>([
    ["is an agent's own", comment, agent, A, A],
    ["is a user's only one", comment, user([A]), A, A],
    ['is the one that the path names', create, user([A, B]), A, A],
    ['is the one that the path names for an admin', create, user('all'), A, A],
    ['is that of a thing known from an earlier write', comment, user([A, B]), A, undefined],
    ['is none that the caller may not see', comment, user([B, B]), undefined, undefined],
    ['is the one that the input of a service names', reserve, service, A, A],
    ['is unknown for a service that calls as others do', create, service, undefined, undefined],
    [
      'is unknown for a public caller',
      create,
      { type: 'public', id: 'public', name: 'public' },
      undefined,
      undefined,
    ],
  ])('%s', (_, op, actor, known, unknown) => {
    const asked = request(actor, op === comment ? { issueId: ISSUE } : { companyId: A });
    expect(batchOf(op, asked, issueKnown)).toBe(known);
    expect(batchOf(op, asked, nothingKnown)).toBe(unknown);
  });

  it('is asked for by the id of a thing only, since names change', () => {
    const things = openCompaniesOfThings(locate);
    things.remember(comment, { issueId: 'ONE-1' }, A);
    expect(things.get(comment, { issueId: 'ONE-1' })).toBeUndefined();
  });

  it.each<[string, Operation, Partial<Request>]>([
    ['has a key', comment, { idempotencyKey: 'key' }],
    ['has a long input', comment, { bytes: 20_000 }],
    ['has a secret in its answer', { ...comment, secretAnswer: true }, {}],
    ['is about its caller', { ...comment, aboutCaller: true }, {}],
  ])('does not matter for a write that %s', (_, op, rest) => {
    expect(batchOf(op, request(agent, { issueId: ISSUE }, rest), issueKnown)).toBeUndefined();
  });
});
