import { composed, contracts, isWrite } from '@muster/contracts';
import type { Activity, Operation } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { deeds, ofNoCompany, openScene } from '../harness/deeds/index.ts';
import type { Scene } from '../harness/deeds/index.ts';
import { faultsOf, readActivity } from '../harness/log.ts';
import { useCommonWorld } from '../harness/stack.ts';

const world = useCommonWorld();
let scene: Scene;

beforeAll(async () => {
  scene = await openScene(world());
});

const writes = [...contracts.map(({ operations }) => operations), composed]
  .flatMap((operations) => Object.entries<Operation>(operations))
  .filter(([, operation]) => operation.http !== undefined && isWrite(operation))
  .filter(([name]) => !ofNoCompany.includes(name));

describe('the activity log', () => {
  test.each(writes)('tells of %s the moment it returns', async (name, { says = [] }) => {
    expect(Object.keys(deeds)).toContain(name);
    const reply = await deeds[name]?.(scene);
    expect(reply).toMatchObject({ status: expect.toBeOneOf([200, 201, 202]) });
    const body = reply?.body as { id: string } | undefined;
    const where = name === 'createCompany' ? (body?.id ?? '') : scene.companyId;
    const activity = await readActivity(world().board, where);
    const requestId = reply?.headers.get('x-request-id');
    const told = activity.filter((entry) => entry.requestId === requestId);
    // What the gateway composes of several operations says what these say.
    const isExpected = (action: string) => says.length === 0 || says.includes(action);
    const [entry] = told.filter(({ action }) => isExpected(action));
    expect(entry).toMatchObject({
      companyId: where, actorName: expect.stringMatching(/\S/), causedBy: null,
      entityId: expect.any(String), createdAt: expect.any(String),
    });
  });

  test('tells who did it, and what happened because of it', async () => {
    const { companyId, chief: { agent } } = scene;
    const reply = await deeds['approveApproval']?.(scene);
    const activity = await readActivity(world().board, companyId);
    const requestId = reply?.headers.get('x-request-id');
    const approved = activity.find((entry) =>
      entry.action === 'approval.approved' && entry.requestId === requestId);
    expect(approved).toMatchObject({ actorType: 'user', actorName: 'admin', causedBy: null });
    const activated = activity.find(({ causedBy }) => causedBy === approved?.id);
    expect(activated).toMatchObject({ action: 'agent.activated', service: 'agents' });
    const hired = activity.find(({ entityId, action }) =>
      action === 'agent.hire_requested' && entityId === activated?.entityId);
    expect(hired).toMatchObject({
      actorType: 'agent', actorId: agent.id, actorName: agent.name, agentId: agent.id,
    });
  });

  test('has no holes and nothing twice', async () => {
    const activity = await readActivity(world().board, scene.companyId);
    expect(activity.length).toBeGreaterThan(writes.length);
    expect(faultsOf(activity)).toEqual({});
  });
});

describe('a filter of the activity log', () => {
  let everything: Activity[];
  beforeAll(async () => {
    everything = await readActivity(world().board, scene.companyId);
  });

  const filtered = async (query: Record<string, string>): Promise<Activity[]> => {
    const search = new URLSearchParams({ ...query, limit: '500' }).toString();
    const { status, body } = await scene.chief.caller.get(
      `/api/companies/${scene.companyId}/activity?${search}`,
    );
    expect(status).toBe(200);
    return body as Activity[];
  };
  const middle = (): Activity => everything[Math.floor(everything.length / 2)] as Activity;

  test.each(['action', 'entityType', 'entityId'] as const)('by %s', async (field) => {
    const { [field]: value } = middle();
    expect(await filtered({ [field]: value }))
      .toEqual(everything.filter((entry) => entry[field] === value));
  });

  test('by time takes what has happened since', async () => {
    const { createdAt } = middle();
    const later = everything.filter((entry) => entry.createdAt >= createdAt);
    expect(await filtered({ since: createdAt })).toEqual(later);
    expect(await filtered({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  });

  test('by an agent takes what it did and what concerns it', async () => {
    const { agent: { id: agentId } } = scene.chief;
    const found = await filtered({ agentId });
    const ids = new Set(found.map(({ id }) => id));
    const own = everything.filter((entry) => entry.agentId === agentId);
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(found.filter((entry) => !JSON.stringify(entry).includes(agentId))).toEqual([]);
  });

  test('with another takes what both let through', async () => {
    const { entityType, createdAt } = middle();
    expect(await filtered({ entityType, since: createdAt })).toEqual(everything.filter((entry) =>
      entry.entityType === entityType && entry.createdAt >= createdAt));
  });

  test.each(['agentId=me', 'since=yesterday', 'entityId=x'])('refuses %s', async (query) => {
    const path = `/api/companies/${scene.companyId}/activity?${query}`;
    expect(await scene.chief.caller.get(path)).toMatchObject({
      status: 400, body: { code: 'invalid_input' },
    });
  });
});
