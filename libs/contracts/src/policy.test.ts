import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contracts, operation } from './index.ts';
import type { Needs, Operation } from './define.ts';
import { checkCaller, checkPermission, refusalOfCaller, refusalOfMember } from './policy.ts';
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
const member = (role: MemberRole, ...permissions: Permission[]): Membership =>
  ({ companyId, role, permissions });
const user = (companies: Extract<Actor, { type: 'user' }>['companies']): Actor =>
  ({ type: 'user', id: companyId, name: 'Bo', companies });
const agent: Actor = { type: 'agent', id: companyId, name: 'Ann', companyId };

describe('the kind of a caller', () => {
  it('is refused by the rule that it breaks', () => {
    const forBoard = calls('POST');
    expect(refusalOfCaller(forBoard, user('all'))).toBeUndefined();
    expect(refusalOfCaller(forBoard, agent)?.code).toBe('board_only');
    expect(refusalOfCaller({ ...forBoard, who: ['agent'] }, user('all'))?.code).toBe('agent_only');
    const forServices = refusalOfCaller({ ...forBoard, who: ['service'] }, agent);
    expect(forServices).toMatchObject({
      code: 'caller_not_allowed', details: { callers: ['service'] },
    });
  });
});

describe('what is about the instance', () => {
  it('is for its admins, and for agents and services as the operation says', () => {
    const found = calls('POST', 'instance_admin');
    expect(refusalOfCaller(found, user('all'))).toBeUndefined();
    expect(refusalOfCaller({ ...found, who: ['agent', 'board'] }, agent)).toBeUndefined();
    for (const memberships of [[], [member('owner')]]) {
      expect(refusalOfCaller(found, user(memberships))?.code).toBe('instance_admin_only');
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

  it('writes as an operator what needs nothing, and the rest as far as it is trusted', () => {
    expect(refusalOfMember(calls('POST'), member('operator'))).toBeUndefined();
    expect(refusalOfMember(calls('POST', 'owner'), member('operator'))?.code).toBe('owner_only');
    for (const permission of Permission.options) {
      const others = Permission.options.filter((other) => other !== permission);
      const write = calls('POST', permission);
      expect(refusalOfMember(write, member('operator', permission))).toBeUndefined();
      expect(refusalOfMember(write, member('operator', ...others))).toMatchObject({
        code: 'permission_missing', details: { permission },
      });
    }
  });

  it('does everything as an owner', () => {
    const all = contracts.flatMap(({ operations }) => Object.values(operations));
    expect(all.filter((one) => refusalOfMember(one, member('owner')))).toEqual([]);
  });
});

describe('a door that knows only what is asked', () => {
  const elsewhere = '0198a000-0000-7000-8000-000000000002';
  const check = (asked: Operation, actor: Actor, company?: string) => () =>
    checkCaller(asked, actor, company);
  const refusedAs = (code: string) => expect.objectContaining({ code });

  it('finds no foreign company, before it says who may not call', () => {
    for (const actor of [agent, user([]), user([member('owner')])]) {
      expect(check(calls('POST'), actor, elsewhere)).toThrow(refusedAs('company_not_found'));
    }
    expect(check(calls('POST'), user('all'), elsewhere)).not.toThrow();
    expect(check(calls('POST'), agent, companyId)).toThrow(refusedAs('board_only'));
  });

  it('refuses members by their role in the company that is named', () => {
    const twofold = user([member('viewer'), { ...member('owner'), companyId: elsewhere }]);
    expect(check(calls('POST'), twofold, companyId)).toThrow(refusedAs('viewer_reads_only'));
    expect(check(calls('POST', 'invite'), twofold, elsewhere)).not.toThrow();
    expect(check(calls('POST', 'invite'), user([member('operator')]), companyId))
      .toThrow(refusedAs('permission_missing'));
  });

  it('leaves to the service what names no company, and to everybody what is their own', () => {
    expect(check(calls('POST', 'invite'), user([member('viewer')]))).not.toThrow();
    expect(check({ ...calls('POST'), aboutCaller: true }, user([member('viewer')]), companyId))
      .not.toThrow();
    expect(check(calls('GET'), agent)).toThrow(refusedAs('board_only'));
  });
});

describe('a permission about a field', () => {
  it('is asked of operators only', () => {
    const check = (actor: Actor) => () => checkPermission(actor, companyId, 'manage_budgets');
    const refused = expect.objectContaining({ code: 'permission_missing' });
    expect(check(user('all'))).not.toThrow();
    expect(check(agent)).not.toThrow();
    expect(check(user([member('owner')]))).not.toThrow();
    expect(check(user([member('operator', 'manage_budgets')]))).not.toThrow();
    expect(check(user([member('operator', 'manage_agents')]))).toThrow(refused);
    expect(check(user([]))).toThrow(refused);
  });
});

describe('what is declared', () => {
  const operations = contracts.flatMap(({ name, operations: all }) =>
    Object.entries(all).map(([key, one]) => [`${name}.${key}`, one] as const));

  it.each(operations)('%s needs a permission only of callers who can have one', (_, one) => {
    expect(one.needs === undefined || one.who.includes('board')).toBe(true);
  });
});
