import { composed, contracts, isWrite } from '@muster/contracts';
import type { Operation } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { deeds, ofNoCompany, openScene } from '../harness/deeds/index.ts';
import type { Scene } from '../harness/deeds/index.ts';
import { faultsOf, readActivity } from '../harness/log.ts';
import { useWorld } from '../harness/stack.ts';

const world = useWorld();
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
    expect(told.filter(({ action }) => isExpected(action))).not.toEqual([]);
  });

  test('has no holes and nothing twice', async () => {
    const activity = await readActivity(world().board, scene.companyId);
    expect(activity.length).toBeGreaterThan(writes.length);
    expect(faultsOf(activity)).toEqual({});
  });
});
