/** A company that is followed from outside while gateways fall. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Activity, RunLogPiece, scheduler } from '@muster/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { readActivity } from '../harness/log.ts';
import { useWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

const STREAMS = 200;
const STREAMS_MAX_BYTES = 30_000_000;
const ISSUES = 40;

const world = useWorld({
  replicas: { gateway: 2 },
  env: {
    MUSTER_EGRESS_ALLOW: '127.0.0.1', FEED_STREAMS_PER_CALLER: '500',
    WEBHOOK_LEASE_SECONDS: '5', WEBHOOK_RETRY_SECONDS: '0.2',
  },
});

/** What came to the webhook, in the order in which it came. */
const delivered: { id: string; entry: Activity }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text)).on('end', () => {
    const id = String(request.headers['muster-delivery']);
    delivered.push({ id, entry: Activity.parse(JSON.parse(body)) });
    response.end();
  });
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => receiver.close());

/** Asks for what comes next until all of it has come, from whichever gateway answers. */
async function followTo(companyId: string, cursor: string, isAll: (told: Activity[]) => boolean) {
  const told: Activity[] = [];
  let after = cursor;
  while (!isAll(told)) {
    const path = `/api/companies/${companyId}/events?wait=2&after=${after}`;
    // A gateway that falls breaks the connection; the cursor goes on elsewhere.
    const reply = await world().board.get(path).catch(() => undefined);
    if (reply?.status !== 200) continue;
    told.push(...Activity.array().parse(reply.body));
    after = reply.headers.get('next-cursor') ?? after;
  }
  return told;
}

async function firstCursor(companyId: string): Promise<string> {
  const { headers } = await world().board.get(`/api/companies/${companyId}/events?wait=0`);
  return headers.get('next-cursor') ?? '';
}

async function addIssues(companyId: string): Promise<void> {
  const { board, stack } = world();
  for (let n = 0; n < ISSUES; n += 1) {
    await until('an issue', async () => addIssue(board, companyId, { title: `issue ${n}` })
      .catch(() => undefined));
    if (n === ISSUES / 4) stack.kill('gateway', 1);
    if (n === ISSUES / 2) await stack.whenReady('gateway');
    if (n === (ISSUES * 3) / 4) stack.kill('gateway', 2);
  }
  await stack.whenReady('gateway');
}

test('each event reaches a reader once and a webhook at least once, in order', async () => {
  const { board } = world();
  const { id: companyId } = await foundCompany(board);
  const { port } = receiver.address() as AddressInfo;
  const made = await board.post(`/api/companies/${companyId}/webhooks`, {
    url: `http://127.0.0.1:${port}/`, events: ['issue.created'],
  });
  expect(made.status).toBe(201);
  const cursor = await firstCursor(companyId);
  const writing = addIssues(companyId);
  const issuesIn = (told: readonly Activity[]) =>
    told.filter(({ action }) => action === 'issue.created').map(({ seq }) => seq);
  const told = await followTo(companyId, cursor, (so) => issuesIn(so).length >= ISSUES);
  await writing;
  const log = issuesIn(await readActivity(board, companyId)).toSorted((a, b) => a - b);
  expect(issuesIn(told)).toEqual(log.slice(0, issuesIn(told).length));
  await until('the last delivery', async () =>
    delivered.some(({ entry }) => entry.seq === log.at(-1)) || undefined);
  const once = new Map(delivered.map(({ id, entry }) => [id, entry.seq]));
  expect([...once.values()]).toEqual(log);
});

/** Longer than a line waits to be readable: what comes first is told while the process lives. */
const SCRIPT = "console.log('first'); setTimeout(() => console.log('last'), 600)";

/** What a stream tells of runs until it has told the words. */
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

test('what a run writes is told while it lives, as its log shows it', async () => {
  const { board, stack } = world();
  const { id: companyId } = await foundCompany(board);
  const { agent } = await addMember(world(), companyId, {
    adapterType: 'process', runtimeConfig: {},
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

test('two hundred streams in which nothing happens cost little', async () => {
  const { board, stack } = world();
  const { id: companyId } = await foundCompany(board);
  const ops = stack.opsUrls.find(({ service }) => service === 'gateway');
  const resident = async (): Promise<number> => {
    const text = await (await fetch(`${ops?.url}/metrics`)).text();
    return Number(/^muster_process_resident_memory_bytes\S* (\S+)$/m.exec(text)?.[1]);
  };
  const enough = new AbortController();
  const open = () => fetch(`${stack.baseUrl}/api/companies/${companyId}/events`, {
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
