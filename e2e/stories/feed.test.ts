/** The feed and webhooks of a company while gateways are killed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Activity, RunLogPiece, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { readActivity } from '../world/read-lists.ts';
import { useWorld } from '../world/use-world.ts';

const STREAMS = 200;
const STREAMS_MAX_BYTES = 30_000_000;
const ISSUES = 40;

const world = useWorld({
  replicas: { gateway: 2 },
  settings: {
    MUSTER_EGRESS_ALLOW: '127.0.0.1',
    FEED_STREAMS_PER_CALLER: '500',
    WEBHOOK_LEASE_SECONDS: '5',
    WEBHOOK_RETRY_SECONDS: '0.2',
  },
});

/** Deliveries to the webhook, in order of arrival. */
const delivered: { id: string; entry: Activity }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request
    .setEncoding('utf8')
    .on('data', (text: string) => (body += text))
    .on('end', () => {
      const id = String(request.headers['muster-delivery']);
      delivered.push({ id, entry: Activity.parse(JSON.parse(body)) });
      response.end();
    });
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => receiver.close());

/** Reads the feed until it is complete, from whichever gateway answers. */
async function followTo(
  companyId: string,
  cursor: string,
  isComplete: (entries: Activity[]) => boolean,
) {
  const entries: Activity[] = [];
  let after = cursor;
  while (!isComplete(entries)) {
    const path = `/api/companies/${companyId}/events?wait=2&after=${after}`;
    // A killed gateway breaks the connection; the cursor is valid at the other one.
    const reply = await world()
      .board.get(path)
      .catch(() => undefined);
    if (reply?.status !== 200) continue;
    entries.push(...Activity.array().parse(reply.body));
    after = reply.headers.get('next-cursor') ?? after;
  }
  return entries;
}

async function firstCursor(companyId: string): Promise<string> {
  const { headers } = await world().board.get(`/api/companies/${companyId}/events?wait=0`);
  return headers.get('next-cursor') ?? '';
}

async function addIssues(companyId: string): Promise<void> {
  const { board, stack } = world();
  for (let n = 0; n < ISSUES; n += 1) {
    await until('an issue', async () =>
      addIssue(board, companyId, { title: `issue ${n}` }).catch(() => undefined),
    );
    if (n === ISSUES / 4) stack.kill('gateway', 1);
    if (n === ISSUES / 2) await stack.whenReady('gateway');
    if (n === (ISSUES * 3) / 4) stack.kill('gateway', 2);
  }
  await stack.whenReady('gateway');
}

it('each event reaches a reader once and a webhook at least once, in order', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const { port } = receiver.address() as AddressInfo;
  const made = await board.post(`/api/companies/${companyId}/webhooks`, {
    url: `http://127.0.0.1:${port}/`,
    events: ['issue.created'],
  });
  expect(made.status).toBe(201);
  const cursor = await firstCursor(companyId);
  const writing = addIssues(companyId);
  const issuesIn = (entries: readonly Activity[]) =>
    entries.filter(({ action }) => action === 'issue.created').map(({ seq }) => seq);
  const read = await followTo(companyId, cursor, (entries) => issuesIn(entries).length >= ISSUES);
  await writing;
  const log = issuesIn(await readActivity(board, companyId)).toSorted((a, b) => a - b);
  expect(issuesIn(read)).toEqual(log.slice(0, issuesIn(read).length));
  await until(
    'the last delivery',
    async () => delivered.some(({ entry }) => entry.seq === log.at(-1)) || undefined,
  );
  const once = new Map(delivered.map(({ id, entry }) => [id, entry.seq]));
  expect([...once.values()]).toEqual(log);
});

/** The pause exceeds the delay of the feed: the first line is sent while the process runs. */
const SCRIPT = "console.log('first'); setTimeout(() => console.log('last'), 600)";

/** The pieces of run logs in a stream, up to the one with these words. */
async function piecesUntil(stream: Response, words: string): Promise<RunLogPiece[]> {
  const pieces: RunLogPiece[] = [];
  let rest = '';
  for await (const text of (stream.body as ReadableStream).pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, data] = /^event: run\.log\ndata: (.*)$/.exec(block) ?? [];
      if (data !== undefined) pieces.push(RunLogPiece.parse(JSON.parse(data)));
    }
    if (pieces.some((piece) => piece.text.includes(words))) break;
  }
  return pieces;
}

it('the output of a live run is streamed as its log has it', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const { agent } = await addAgentWithKey(world(), companyId, {
    adapterType: 'process',
    runtimeConfig: {},
    adapterConfig: { command: process.execPath, args: ['-e', SCRIPT] },
  });
  const stream = await fetch(`${stack.baseUrl}/api/companies/${companyId}/events?types=run.log`, {
    headers: { authorization: `Bearer ${stack.boardToken}` },
  });
  await board.call(scheduler, 'wakeAgent', { agentId: agent.id });
  const pieces = await piecesUntil(stream, 'last');
  const [{ runId, agentId, offset } = { runId: '', agentId: '', offset: NaN }] = pieces;
  expect({ agentId, offset }).toEqual({ agentId: agent.id, offset: 0 });
  const { text } = await board.call(scheduler, 'getRunLog', { runId });
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(1);
});

it('two hundred idle streams cost little memory', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const ops = stack.opsUrls.find(({ service }) => service === 'gateway');
  const resident = async (): Promise<number> => {
    const text = await (await fetch(`${ops?.url}/metrics`)).text();
    return Number(/^muster_process_resident_memory_bytes\S* (\S+)$/m.exec(text)?.[1]);
  };
  const enough = new AbortController();
  const open = () =>
    fetch(`${stack.baseUrl}/api/companies/${companyId}/events`, {
      headers: { authorization: `Bearer ${stack.boardToken}`, accept: 'text/event-stream' },
      signal: enough.signal,
    });
  const [first] = await Promise.all([open(), firstCursor(companyId)]);
  expect(first.status).toBe(200);
  const before = await resident();
  const streams = await Promise.all(Array.from({ length: STREAMS }, open));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const cost = (await resident()) - before;
  enough.abort();
  expect(before).toBeGreaterThan(STREAMS_MAX_BYTES);
  expect(cost).toBeLessThan(STREAMS_MAX_BYTES);
});
