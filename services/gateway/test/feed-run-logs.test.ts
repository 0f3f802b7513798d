import { contracts, issues, RUN_LOG, scheduler, type RunLogPiece } from '@muster/contracts';
import { newId, tellListeners } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activitiesIn, listen } from './listener.ts';
import { openDoor, type OpenDoor } from './open-door.ts';

/** As long as the scheduler makes them. */
const LONG = 'x'.repeat(8_192);
/** Together more than the buffers of two ends of a connection hold. */
const MANY = 1_200;
/** For as much to be read on a busy machine. */
const READ_MS = 10_000;

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor();
  for (const contract of contracts.slice(1)) await door.stage.neighbour(contract);
});
afterAll(() => door.close());

const foundCompany = async (): Promise<string> => (await door.stage.given.company()).companyId;

const pieceOf = (given: Partial<RunLogPiece> = {}): RunLogPiece =>
  ({ runId: newId(), agentId: newId(), offset: 0, text: 'a line\n', ...given });

async function write(companyId: string, ...pieces: object[]): Promise<void> {
  // The gateway listens for sure before anything is told.
  await door.stage.service.runtime.nats.flush();
  const { service: { runtime } } = await door.stage.neighbour(scheduler);
  for (const piece of pieces) tellListeners(runtime, { companyId, name: RUN_LOG }, piece);
  await runtime.nats.flush();
}

const comment = (companyId: string) => door.stage.tell(issues, 'issue.commented', {
  companyId, entityId: newId(), payload: {} as never,
});

it('tells what runs write to a stream that asks for it, and leaves its cursor alone', async () => {
  const companyId = await foundCompany();
  const query = '?types=run.log,issue.commented';
  const listener = await listen(door.url, companyId, { query });
  const cursor = listener.cursor();
  const piece = pieceOf({ text: 'über ’n Zaun\n\ndata: no field\n' });
  await write(companyId, piece);
  await listener.until(1);
  expect(listener.heard).toEqual([{ id: cursor, event: 'run.log', data: piece }]);
  await comment(companyId);
  await listener.until(2);
  listener.cut();
  expect(activitiesIn(listener)).toMatchObject([{ action: 'issue.commented' }]);
  const again = await listen(door.url, companyId, { cursor, query });
  await again.until(1);
  again.cut();
  expect(again.heard.map(({ event }) => event)).toEqual(['message']);
});

it('tells of the run or the agent asked for, of this company, and nothing odd', async () => {
  const [companyId, other] = [await foundCompany(), await foundCompany()];
  const [mine, theirs] = [pieceOf(), pieceOf()];
  const last = pieceOf({ ...mine, offset: 7 });
  const ofRun = await listen(door.url, companyId, {
    query: `?types=run.log&entityId=${mine.runId}`,
  });
  const ofAgent = await listen(door.url, companyId, {
    query: `?types=run.log&agentId=${mine.agentId}`,
  });
  await write(other, mine);
  await write(companyId, theirs, { text: 'odd' }, mine, last);
  for (const listener of [ofRun, ofAgent]) {
    await listener.until(2);
    listener.cut();
    expect(listener.heard.map(({ data }) => data)).toEqual([mine, last]);
  }
});

it('tells nothing of it to streams that do not name it', async () => {
  const companyId = await foundCompany();
  const listener = await listen(door.url, companyId);
  await write(companyId, pieceOf());
  await comment(companyId);
  await listener.until(1);
  listener.cut();
  expect(listener.heard.map(({ event }) => event)).toEqual(['message']);
});

it('leaves pieces out for who reads slowly, and no event', async () => {
  const companyId = await foundCompany();
  const query = '?types=run.log,issue.commented';
  const slow = await listen(door.url, companyId, { query, paused: true });
  const quick = await listen(door.url, companyId, { query });
  const pieces = Array.from({ length: MANY }, (_, n) =>
    pieceOf({ offset: n * LONG.length, text: LONG }));
  await write(companyId, ...pieces);
  await quick.until(1);
  await comment(companyId);
  await expect.poll(() => activitiesIn(quick).length, { timeout: READ_MS }).toBe(1);
  quick.cut();
  slow.read();
  await expect.poll(() => activitiesIn(slow).length, { timeout: READ_MS }).toBe(1);
  slow.cut();
  const told = slow.heard.filter(({ event }) => event === 'run.log').length;
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(MANY);
});
