import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contracts, operation } from './index.ts';
import type { Needs, Operation } from './define.ts';
import {
  refusalOfCaller,
  refusalOfMember,
  refusalOfPaused,
  requireCaller,
  requireInHand,
  requirePermission,
} from './policy.ts';
import { Permission, type Actor, type MemberRole, type Membership } from './vocabulary.ts';

const companyId = '0198a000-0000-7000-8000-000000000001';
const calls = (method: 'GET' | 'POST', needs?: Needs) =>
  operation({
    http: `${method} /api/things`,
    summary: 'Something.',
    who: ['board'],
    ...(needs ? { needs } : {}),
    input: z.object({}),
    output: z.object({}),
    refusals: [],
  });
const member = (role: MemberRole, ...permissions: Permission[]): Membership => ({
  companyId,
  role,
  permissions,
});
const user = (companies: Extract<Actor, { type: 'user' }>['companies']): Actor => ({
  type: 'user',
  id: companyId,
  name: 'Bo',
  companies,
});
const agent: Actor = { type: 'agent', id: companyId, name: 'Ann', companyId };

describe('the kind of a caller', () => {
  it('is refused by the rule that it breaks', () => {
    const forBoard = calls('POST');
    expect(refusalOfCaller(forBoard, user('all'))).toBeUndefined();
    expect(refusalOfCaller(forBoard, agent)?.code).toBe('board_only');
    expect(refusalOfCaller({ ...forBoard, who: ['agent'] }, user('all'))?.code).toBe('agent_only');
    const forServices = refusalOfCaller({ ...forBoard, who: ['service'] }, agent);
    expect(forServices).toMatchObject({
      code: 'caller_not_allowed',
      details: { callers: ['service'] },
    });
  });
});

describe('a paused agent, and an agent of a paused company', () => {
  const paused = { ...agent, paused: 'agent' } as const;
  const ofPaused = { ...agent, paused: 'company' } as const;
  const write: Operation = { ...calls('POST'), who: ['agent', 'board'] };

  it('reads, and writes only what the operation allows', () => {
    expect(refusalOfPaused({ ...write, http: 'GET /api/things' }, paused, {})).toBeUndefined();
    expect(refusalOfPaused(write, agent, {})).toBeUndefined();
    expect(refusalOfPaused(write, paused, {})?.code).toBe('agent_paused');
    expect(refusalOfPaused(write, ofPaused, {})?.code).toBe('company_paused');
    expect(refusalOfPaused({ ...write, whilePaused: true }, paused, {})).toBeUndefined();
  });

  it('sets only the fields that the operation names', () => {
    const change: Operation = { ...write, http: 'PATCH /api/things/:id', whilePaused: ['status'] };
    const fields = { id: 'a', status: 'blocked', title: undefined };
    expect(refusalOfPaused(change, paused, fields)).toBeUndefined();
    expect(refusalOfPaused(change, paused, { ...fields, title: 'Mine' })?.code).toBe(
      'agent_paused',
    );
  });

  it('reports on its own work alone', () => {
    const refused = expect.objectContaining({ code: 'agent_paused' });
    expect(() => requireInHand(paused, agent.id)).not.toThrow();
    expect(() => requireInHand(agent, null)).not.toThrow();
    for (const other of [null, companyId.replace('a', 'b')]) {
      expect(() => requireInHand(paused, other)).toThrow(refused);
    }
  });
});

describe('an operation on the instance', () => {
  it('is for instance admins, and for agents and services that the operation lists', () => {
    const adminOperation = calls('POST', 'instance_admin');
    expect(refusalOfCaller(adminOperation, user('all'))).toBeUndefined();
    expect(refusalOfCaller({ ...adminOperation, who: ['agent', 'board'] }, agent)).toBeUndefined();
    for (const memberships of [[], [member('owner')]]) {
      expect(refusalOfCaller(adminOperation, user(memberships))?.code).toBe('instance_admin_only');
    }
  });
});

describe('a member', () => {
  it('reads as a viewer and writes nothing', () => {
    const viewer = member('viewer', 'invite', 'approve', 'manage_agents', 'manage_budgets');
    expect(refusalOfMember(calls('GET'), viewer)).toBeUndefined();
    expect(refusalOfMember(calls('POST'), viewer)?.code).toBe('viewer_reads_only');
    expect(refusalOfMember(calls('POST', 'approve'), viewer)?.code).toBe('viewer_reads_only');
  });

  it('writes as an operator what needs nothing, and what its permissions allow', () => {
    expect(refusalOfMember(calls('POST'), member('operator'))).toBeUndefined();
    expect(refusalOfMember(calls('POST', 'owner'), member('operator'))?.code).toBe('owner_only');
    for (const permission of Permission.options) {
      const others = Permission.options.filter((other) => other !== permission);
      const write = calls('POST', permission);
      expect(refusalOfMember(write, member('operator', permission))).toBeUndefined();
      expect(refusalOfMember(write, member('operator', ...others))).toMatchObject({
        code: 'permission_missing',
        details: { permission },
      });
    }
  });

  it('does everything as an owner', () => {
    const all = contracts.flatMap(({ operations }) => Object.values(operations));
    expect(all.filter((one) => refusalOfMember(one, member('owner')))).toEqual([]);
  });
});

describe('the check of the gateway', () => {
  const otherCompanyId = '0198a000-0000-7000-8000-000000000002';
  const check = (asked: Operation, actor: Actor, company?: string) => () =>
    requireCaller(asked, actor, company);
  const refusedAs = (code: string) => expect.objectContaining({ code });

  it('does not find another company before it refuses the caller', () => {
    for (const actor of [agent, user([]), user([member('owner')])]) {
      expect(check(calls('POST'), actor, otherCompanyId)).toThrow(refusedAs('company_not_found'));
    }
    expect(check(calls('POST'), user('all'), otherCompanyId)).not.toThrow();
    expect(check(calls('POST'), agent, companyId)).toThrow(refusedAs('board_only'));
  });

  it('refuses members by their role in the company that is named', () => {
    const memberOfTwo = user([member('viewer'), { ...member('owner'), companyId: otherCompanyId }]);
    expect(check(calls('POST'), memberOfTwo, companyId)).toThrow(refusedAs('viewer_reads_only'));
    expect(check(calls('POST', 'invite'), memberOfTwo, otherCompanyId)).not.toThrow();
    expect(check(calls('POST', 'invite'), user([member('operator')]), companyId)).toThrow(
      refusedAs('permission_missing'),
    );
  });

  it('allows input without a company, and operations about the caller', () => {
    expect(check(calls('POST', 'invite'), user([member('viewer')]))).not.toThrow();
    expect(
      check({ ...calls('POST'), aboutCaller: true }, user([member('viewer')]), companyId),
    ).not.toThrow();
    expect(check(calls('GET'), agent)).toThrow(refusedAs('board_only'));
  });
});

describe('a permission that a field needs', () => {
  it('is required of operators only', () => {
    const check = (actor: Actor) => () => requirePermission(actor, companyId, 'manage_budgets');
    const refused = expect.objectContaining({ code: 'permission_missing' });
    expect(check(user('all'))).not.toThrow();
    expect(check(agent)).not.toThrow();
    expect(check(user([member('owner')]))).not.toThrow();
    expect(check(user([member('operator', 'manage_budgets')]))).not.toThrow();
    expect(check(user([member('operator', 'manage_agents')]))).toThrow(refused);
    expect(check(user([]))).toThrow(refused);
  });
});

describe('the declared operations', () => {
  const operations = contracts.flatMap(({ name, operations: all }) =>
    Object.entries(all).map(([key, one]) => [`${name}.${key}`, one] as const),
  );

  it.each(operations)('%s needs a permission only of callers who can have one', (_, one) => {
    expect(one.needs === undefined || one.who.includes('board')).toBe(true);
  });
});
