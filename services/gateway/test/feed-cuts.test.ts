/** Clients that are cut off at any moment while services write, on two gateways at once. */
import { agents, approvals, contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { lengthOf, newTrials, note } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpPortOf } from '../src/http/start-door.ts';
import { activitiesIn, listen } from './listener.ts';
import { openDoor, type OpenDoor } from './open-door.ts';

const CLIENTS = 5;
const CUTS = lengthOf({ full: 200, short: 12 });
/** More than is kept in memory, so that some of it is read from the logs again. */
const LONG = 'x'.repeat(4_000);

let door: OpenDoor;
let urls: readonly string[];
beforeAll(async () => {
  door = await openDoor({ FEED_STREAMS_PER_CALLER: '100', RATE_LIMIT_PER_SECOND: '0' });
  for (const contract of contracts.slice(1)) await door.stage.neighbour(contract);
  const { runtime } = await door.stage.replica();
  urls = [door.url, `http://127.0.0.1:${httpPortOf(runtime)}`];
});
const trials = newTrials();
afterAll(async () => {
  await door.close();
  note({
    promise: 'P4', by: 'services/gateway/test/feed-cuts', faults: CLIENTS * CUTS,
    ...trials.shown(), how: `${CLIENTS} readers of the feed, each cut off ${CUTS} times`,
  });
});

const writers = [
  ['issue.commented', issues], ['agent.updated', agents], ['approval.commented', approvals],
] as const;

async function write(companyId: string, until: AbortSignal): Promise<void> {
  const said = await Promise.all(writers.map(([, contract]) => door.stage.neighbour(contract)));
  await Promise.all(writers.map(async ([name, contract], index) => {
    for (let n = 0; !until.aborted; n += 1) {
      await said[index]?.say(contract, name as never, {
        companyId, entityId: newId(), payload: { n, text: n % 3 === 0 ? LONG : '' } as never,
      });
    }
  }));
}

/** A random client: it takes a few events, or none, and is cut off in the middle of the next. */
async function readWithCuts(companyId: string, first: string): Promise<Activity[]> {
  const seen: Activity[] = [];
  let cursor = first;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
    const listener = await listen(url, companyId, { cursor });
    await listener.until(Math.floor(Math.random() * 6));
    listener.cut();
    seen.push(...activitiesIn(listener));
    cursor = listener.cursor();
  }
  return seen;
}

it('shows each event once and in its order, however often its readers are cut off', async () => {
  const { companyId } = await door.stage.given.company();
  const cursors = await Promise.all(urls.map(async (url) => {
    const listener = await listen(url, companyId);
    listener.cut();
    return listener.cursor();
  }));
  const done = new AbortController();
  const writing = write(companyId, done.signal);
  const seen = await Promise.all(Array.from({ length: CLIENTS }, (_, n) =>
    readWithCuts(companyId, cursors[n % cursors.length] ?? '')));
  done.abort();
  await writing;
  for (const entries of seen) {
    for (const service of ['issues', 'agents', 'approvals']) {
      const seqs = entries.filter((entry) => entry.service === service).map(({ seq }) => seq);
      const from = service === 'agents' ? 2 : 1;
      await trials.of(seqs.length, () => {
        expect(seqs).toEqual(seqs.map((_, index) => from + index));
        expect(seqs.length).toBeGreaterThan(0);
      });
    }
  }
});
