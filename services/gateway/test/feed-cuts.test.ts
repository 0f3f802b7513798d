/** Readers that are disconnected at random while services emit, on two gateways. */
import { agents, approvals, contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { lengthOf, openTrials, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activitiesIn, openStream } from './event-stream.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

const CLIENTS = 5;
const CUTS = lengthOf({ full: 200, short: 12 });
/** Exceeds what a tail keeps in memory, so that some entries are read from the logs again. */
const LONG = 'x'.repeat(4_000);

let server: TestGateway;
let urls: readonly string[];
beforeAll(async () => {
  server = await openGateway({ FEED_STREAMS_PER_CALLER: '100', RATE_LIMIT_PER_SECOND: '0' });
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
  const replica = await server.stage.replica();
  urls = [server.url, `http://127.0.0.1:${replica.port}`];
});
const trials = openTrials();
afterAll(async () => {
  await server.close();
  recordTrials({
    promise: 'P4',
    by: 'services/gateway/test/feed-cuts',
    faults: CLIENTS * CUTS,
    ...trials.result(),
    how: `${CLIENTS} readers of the feed, each cut off ${CUTS} times`,
  });
});

const writers = [
  ['issue.commented', issues],
  ['agent.updated', agents],
  ['approval.commented', approvals],
] as const;

async function write(companyId: string, until: AbortSignal): Promise<void> {
  const neighbours = await Promise.all(
    writers.map(([, contract]) => server.stage.standIn(contract)),
  );
  await Promise.all(
    writers.map(async ([name, contract], index) => {
      for (let n = 0; !until.aborted; n += 1) {
        await neighbours[index]?.emit(contract, name as never, {
          companyId,
          entityId: newId(),
          payload: { n, text: n % 3 === 0 ? LONG : '' } as never,
        });
      }
    }),
  );
}

/** A reader that takes a few events or none and is then disconnected, again and again. */
async function readWithCuts(companyId: string, first: string): Promise<Activity[]> {
  const seen: Activity[] = [];
  let cursor = first;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
    const listener = await openStream(url, companyId, { cursor });
    await listener.until(Math.floor(Math.random() * 6));
    listener.disconnect();
    seen.push(...activitiesIn(listener));
    cursor = listener.cursor();
  }
  return seen;
}

it('delivers each event once and in order to readers that are cut off repeatedly', async () => {
  const { companyId } = await server.stage.given.company();
  const cursors = await Promise.all(
    urls.map(async (url) => {
      const listener = await openStream(url, companyId);
      listener.disconnect();
      return listener.cursor();
    }),
  );
  const done = new AbortController();
  const writing = write(companyId, done.signal);
  const seen = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) =>
      readWithCuts(companyId, cursors[n % cursors.length] ?? ''),
    ),
  );
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
