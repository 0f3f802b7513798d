import { composed, contracts, isWrite, type Activity, type Operation } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  writeScenarios,
  ofNoCompany,
  openScene,
  type Scene,
} from '../requests/write-scenarios/index.ts';
import type { Caller } from '../world/http-client.ts';
import { faultsInNumbering, readActivity } from '../world/read-lists.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
let fixture: Scene;

beforeAll(async () => {
  fixture = await openScene(world());
});

/** Their scenarios make a company, which they answer. */
const ofOtherCompany = ['createCompany', 'stopCompany', 'eraseCompany', 'restoreCompany'];

const writes = [...contracts.map(({ operations }) => operations), composed]
  .flatMap((operations) => Object.entries<Operation>(operations))
  .filter(([, operation]) => operation.http !== undefined && isWrite(operation))
  .filter(([name]) => !ofNoCompany.includes(name));

describe('the activity log', () => {
  it.each(writes)('has the entry of %s when it returns', async (name, { emits = [] }) => {
    expect(Object.keys(writeScenarios)).toContain(name);
    const reply = await writeScenarios[name]?.(fixture);
    expect(reply).toMatchObject({ status: expect.toBeOneOf([200, 201, 202]) });
    const body = reply?.body as { id: string } | undefined;
    const where = ofOtherCompany.includes(name) ? (body?.id ?? '') : fixture.companyId;
    const activity = await readActivity(world().board, where);
    const requestId = reply?.headers.get('x-request-id');
    const own = activity.filter((entry) => entry.requestId === requestId);
    // An operation that the gateway composes emits the events of its parts.
    const isExpected = (action: string) => emits.length === 0 || emits.includes(action);
    const [entry] = own.filter(({ action }) => isExpected(action));
    expect(entry).toMatchObject({
      companyId: where,
      actorName: expect.stringMatching(/\S/),
      causedBy: null,
      entityId: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  it('names the actor, and the cause of each consequence', async () => {
    const {
      companyId,
      chief: { agent },
    } = fixture;
    const reply = await writeScenarios['approveApproval']?.(fixture);
    const activity = await readActivity(world().board, companyId);
    const requestId = reply?.headers.get('x-request-id');
    const approved = activity.find(
      (entry) => entry.action === 'approval.approved' && entry.requestId === requestId,
    );
    expect(approved).toMatchObject({ actorType: 'user', actorName: 'admin', causedBy: null });
    const activated = activity.find(
      ({ action, causedBy }) => action === 'agent.activated' && causedBy === approved?.id,
    );
    expect(activated).toMatchObject({ service: 'agents' });
    const hired = activity.find(
      ({ entityId, action }) =>
        action === 'agent.hire_requested' && entityId === activated?.entityId,
    );
    expect(hired).toMatchObject({
      actorType: 'agent',
      actorId: agent.id,
      actorName: agent.name,
      agentId: agent.id,
    });
  });

  it('has no holes and no duplicates', async () => {
    const activity = await readActivity(world().board, fixture.companyId);
    expect(activity.length).toBeGreaterThan(writes.length);
    expect(faultsInNumbering(activity)).toEqual({});
  });
});

describe('a filter of the activity log', () => {
  let everything: Activity[];
  const known = new Set<string>();
  beforeAll(async () => {
    everything = await readActivity(world().board, fixture.companyId);
    for (const { id } of everything) known.add(id);
  });

  const filtered = async (query: Record<string, string>): Promise<Activity[]> => {
    const search = new URLSearchParams({ ...query, limit: '500' }).toString();
    const { status, body } = await fixture.chief.caller.get(
      `/api/companies/${fixture.companyId}/activity?${search}`,
    );
    expect(status).toBe(200);
    // A wake-up of the fixture's agents may have its turn meanwhile.
    return (body as Activity[]).filter(({ id }) => known.has(id));
  };
  const middle = (): Activity => everything[Math.floor(everything.length / 2)] as Activity;

  it.each(['action', 'entityType', 'entityId'] as const)('by %s', async (field) => {
    const { [field]: value } = middle();
    expect(await filtered({ [field]: value })).toEqual(
      everything.filter((entry) => entry[field] === value),
    );
  });

  it('by the request id of a client finds what it has done, and what followed from it', async () => {
    const { companyId, chief } = fixture;
    const { board } = world();
    const clientRequestId = `order-${companyId}`;
    const add = (caller: Caller, id: string) =>
      caller.post(`/api/companies/${companyId}/issues`, { title: id }, { 'x-request-id': id });
    const answers = [await add(board, clientRequestId), await add(chief.caller, clientRequestId)];
    const made = answers.map(({ body }) => (body as { id: string }).id);
    const find = async (id: string) =>
      (
        await board.get(
          `/api/companies/${companyId}/activity?clientRequestId=${encodeURIComponent(id)}`,
        )
      ).body as Activity[];
    const found = await find(clientRequestId);
    expect(found.map(({ entityId }) => entityId)).toEqual(made.toReversed());
    expect(found.map((entry) => entry.clientRequestId)).toEqual([clientRequestId, clientRequestId]);
    expect(new Set(found.map(({ requestId }) => requestId)).size).toBe(2);
    expect(found.map(({ requestId }) => requestId)).not.toContain(clientRequestId);
    const secret = `mst_agent_${'a'.repeat(60)}`;
    await add(board, `with:${secret}`);
    const masked = await find(`with:${secret}`);
    expect(masked.map((entry) => entry.clientRequestId)).toEqual(['with:***']);
    expect(JSON.stringify(masked[0]?.details)).not.toContain(secret);
  });

  it('by time finds what has happened since', async () => {
    const { createdAt } = middle();
    const later = everything.filter((entry) => entry.createdAt >= createdAt);
    expect(await filtered({ since: createdAt })).toEqual(later);
    expect(await filtered({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  });

  it('by an agent finds what it did and what concerns it', async () => {
    const {
      agent: { id: agentId },
    } = fixture.chief;
    const found = await filtered({ agentId });
    const ids = new Set(found.map(({ id }) => id));
    const own = everything.filter((entry) => entry.agentId === agentId);
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(found.filter((entry) => !JSON.stringify(entry).includes(agentId))).toEqual([]);
  });

  it('combined with another finds what both match', async () => {
    const { entityType, createdAt } = middle();
    expect(await filtered({ entityType, since: createdAt })).toEqual(
      everything.filter((entry) => entry.entityType === entityType && entry.createdAt >= createdAt),
    );
  });

  it.each(['agentId=me', 'since=yesterday', 'entityId=x'])('refuses %s', async (query) => {
    const path = `/api/companies/${fixture.companyId}/activity?${query}`;
    expect(await fixture.chief.caller.get(path)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });
});
