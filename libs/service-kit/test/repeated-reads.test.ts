import { contract, operation, PathId } from '@muster/contracts';
import { defineService, newId, one, sql } from '@muster/service-kit';
import { boardActor, openStage, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

const library = contract({
  name: 'billing',
  summary: 'A library of long reads, for tests.',
  operations: {
    readSlowly: operation({
      http: 'GET /api/companies/:companyId/slow-reads',
      summary: 'Waits until the test lets it go.',
      who: ['board'],
      input: z.object({ companyId: PathId, page: z.coerce.number() }),
      output: z.object({ page: z.int() }),
      refusals: [],
    }),
  },
  events: {},
});

let started = 0;
let released = Promise.withResolvers<void>();

const libraryService = defineService({
  contract: library,
  migrations: new URL('./ledger-migrations/', import.meta.url),
  operations: {
    readSlowly: async ({ page }, { db }) => {
      started += 1;
      await released.promise;
      return one<{ page: number }>(db, sql`select ${page}::integer as page`);
    },
  },
  reactions: {},
  locate: {},
});

let stage: Stage<typeof library>;
const companyId = newId();
beforeAll(async () => {
  stage = await openStage(libraryService);
});
afterAll(() => stage.close());
beforeEach(() => {
  started = 0;
  released = Promise.withResolvers();
});

const actor = boardActor();
const read = (requestId: string, page: number) =>
  stage.service.runtime
    .rpc({
      service: 'billing',
      operation: 'readSlowly',
      actor,
      requestId,
      deadlineMs: 20_000,
      body: JSON.stringify({ companyId, page }),
    })
    .then(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)) as unknown);

const inFlight = (count: number) =>
  until(`${count} requests in flight`, async () => {
    const { values } = await stage.service.runtime.metrics.rpcInFlight.get();
    return values[0]?.value === count || undefined;
  });

it('starts a read once, and answers its later attempts with it', async () => {
  const answer = read(newId(), 1);
  // The first attempt, and those that the caller has sent because it has heard nothing.
  await inFlight(3);
  expect(started).toBe(1);
  released.resolve();
  expect(await answer).toEqual({ page: 1 });
});

it('starts a read anew that asks for something else with the same id, or is over', async () => {
  const requestId = newId();
  const answers = [read(requestId, 1), read(requestId, 2)];
  await inFlight(2);
  expect(started).toBe(2);
  released.resolve();
  expect(await Promise.all(answers)).toEqual([{ page: 1 }, { page: 2 }]);
  expect(await read(requestId, 1)).toEqual({ page: 1 });
  expect(started).toBe(3);
});
