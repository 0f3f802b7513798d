import { contracts, issues, RUN_LOG, scheduler, type RunLogPiece } from '@muster/contracts';
import { newId, publishLive } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activitiesIn, openStream } from './event-stream.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

/** The scheduler's longest piece. */
const LONG = 'x'.repeat(8_192);
/** Together larger than the buffers of both ends of a connection. */
const MANY = 1_200;
/** Time to read that much on a busy machine. */
const READ_MS = 10_000;

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
});
afterAll(() => server.close());

const foundCompany = async (): Promise<string> => (await server.stage.given.company()).companyId;

const pieceOf = (given: Partial<RunLogPiece> = {}): RunLogPiece => ({
  runId: newId(),
  agentId: newId(),
  offset: 0,
  text: 'a line\n',
  ...given,
});

async function write(companyId: string, ...pieces: object[]): Promise<void> {
  // Ensures that the gateway has subscribed before anything is published.
  await server.stage.service.runtime.nats.flush();
  const {
    service: { runtime },
  } = await server.stage.standIn(scheduler);
  for (const piece of pieces) publishLive(runtime, { companyId, name: RUN_LOG }, piece);
  await runtime.nats.flush();
}

const comment = (companyId: string) =>
  server.stage.emitFrom(issues, 'issue.commented', {
    companyId,
    entityId: newId(),
    payload: {} as never,
  });

it('sends run output to a stream that names it, without moving its cursor', async () => {
  const companyId = await foundCompany();
  const query = '?types=run.log,issue.commented';
  const listener = await openStream(server.url, companyId, { query });
  const cursor = listener.cursor();
  const piece = pieceOf({ text: 'über ’n Zaun\n\ndata: no field\n' });
  await write(companyId, piece);
  await listener.until(1);
  expect(listener.received).toEqual([{ id: cursor, event: 'run.log', data: piece }]);
  await comment(companyId);
  await listener.until(2);
  listener.disconnect();
  expect(activitiesIn(listener)).toMatchObject([{ action: 'issue.commented' }]);
  const again = await openStream(server.url, companyId, { cursor, query });
  await again.until(1);
  again.disconnect();
  expect(again.received.map(({ event }) => event)).toEqual(['message']);
});

it('filters run output by company, run and agent, and drops malformed pieces', async () => {
  const [companyId, other] = [await foundCompany(), await foundCompany()];
  const [mine, theirs] = [pieceOf(), pieceOf()];
  const last = pieceOf({ ...mine, offset: 7 });
  const ofRun = await openStream(server.url, companyId, {
    query: `?types=run.log&entityId=${mine.runId}`,
  });
  const ofAgent = await openStream(server.url, companyId, {
    query: `?types=run.log&agentId=${mine.agentId}`,
  });
  await write(other, mine);
  await write(companyId, theirs, { text: 'odd' }, mine, last);
  for (const listener of [ofRun, ofAgent]) {
    await listener.until(2);
    listener.disconnect();
    expect(listener.received.map(({ data }) => data)).toEqual([mine, last]);
  }
});

it('sends no run output to streams that do not name it', async () => {
  const companyId = await foundCompany();
  const listener = await openStream(server.url, companyId);
  await write(companyId, pieceOf());
  await comment(companyId);
  await listener.until(1);
  listener.disconnect();
  expect(listener.received.map(({ event }) => event)).toEqual(['message']);
});

it('skips run output for a slow reader, but no event', async () => {
  const companyId = await foundCompany();
  const query = '?types=run.log,issue.commented';
  const slow = await openStream(server.url, companyId, { query, paused: true });
  const quick = await openStream(server.url, companyId, { query });
  const pieces = Array.from({ length: MANY }, (_, n) =>
    pieceOf({ offset: n * LONG.length, text: LONG }),
  );
  await write(companyId, ...pieces);
  await quick.until(1);
  await comment(companyId);
  await expect.poll(() => activitiesIn(quick).length, { timeout: READ_MS }).toBe(1);
  quick.disconnect();
  slow.read();
  await expect.poll(() => activitiesIn(slow).length, { timeout: READ_MS }).toBe(1);
  slow.disconnect();
  const count = slow.received.filter(({ event }) => event === 'run.log').length;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(MANY);
});
