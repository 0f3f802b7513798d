/** A program that reads messages while it works: Claude Code, by its standard input. */
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codingAgents, kinds, openCodingAgents, type Kind } from './coding-agent.ts';
import { eventually, type Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openCodingAgents();
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

interface Shown {
  readonly uuid?: string;
  readonly message: { readonly content: readonly [{ readonly text: string }] };
}

const claude = kinds[0] as Kind;
const agentsOf = (kind: Kind) => codingAgents(opened, companyId, kind);
const board = () => opened.stage.as(boardActor());
const isAtWork = ({ usage }: { readonly usage: unknown }): boolean => usage !== null;
const delivered = (runId: string) =>
  eventually(async () => {
    const messages = await board().listRunMessages({ runId });
    return messages.every(({ status }) => status === 'delivered') ? messages : undefined;
  });

it('gets each message once, in its order and as what it is, and ends by itself', async () => {
  const agentId = await agentsOf(claude).newAgent({ uses: 7, hears: 2 });
  const { id: runId } = await opened.wake(agentId);
  await opened.runWhen(runId, isAtWork);
  await board().sendRunMessage({ runId, text: 'Leave the "prices".' });
  await delivered(runId);
  await board().sendRunMessage({ runId, text: 'Now.', interrupt: true });
  const [first, second] = await delivered(runId);
  expect([first?.deliveredRunId, second?.deliveredRunId]).toEqual([runId, runId]);
  const run = await opened.finished(runId);
  expect(run).toMatchObject({ status: 'succeeded', resultSummary: 'used 7', exitCode: 0 });
  const log = await opened.logOf(runId);
  const read = log
    .split('\n')
    .filter((line) => line.includes('"isReplay":true'))
    .map((line) => JSON.parse(line) as Shown)
    // The prompt has none.
    .filter(({ uuid }) => uuid !== undefined);
  expect(read.map(({ uuid }) => uuid)).toEqual([first?.id, second?.id]);
  expect(JSON.parse(read[0]?.message.content[0].text ?? '')).toEqual({
    messages: [
      {
        by: 'board',
        at: first?.createdAt,
        said: { by: boardActor().name, text: 'Leave the "prices".' },
      },
    ],
  });
  // The program was asked to break off before the second one.
  expect(log.indexOf('control_response')).toBeGreaterThan(log.indexOf(first?.id ?? '-'));
  const taken = await opened.stage.db.run({
    text: `select count(*)::integer as n from run_messages
      where run_id = $1 and passed_at is not null and delivered_at is not null`,
    values: [runId],
  });
  expect(taken).toEqual([{ n: 2 }]);
});

it('that ends before it has read a message leaves it to the next run, which gets it at its start', async () => {
  const { newAgent, configure } = agentsOf(claude);
  const agentId = await newAgent({ uses: 1, waits: true });
  const { id: runId } = await opened.wake(agentId);
  await opened.runWhen(runId, isAtWork);
  await board().sendRunMessage({ runId, text: 'For whoever comes.' });
  await board().cancelRun({ runId });
  await opened.finished(runId);
  expect(await board().listRunMessages({ runId })).toMatchObject([{ status: 'left' }]);
  configure(agentId, { uses: 1, hears: 1 });
  // Its processes still end.
  const nextId = await eventually(async () => {
    const { id } = await opened.wake(agentId);
    return id === runId ? undefined : id;
  });
  expect(await opened.finished(nextId)).toMatchObject({ status: 'succeeded' });
  expect(await board().listRunMessages({ runId })).toMatchObject([
    { status: 'delivered', deliveredRunId: nextId },
  ]);
  expect(await opened.logOf(nextId)).toContain(String.raw`\"toEarlierRun\":true`);
});

it('ends at once where nothing is said to it', async () => {
  const run = await agentsOf(claude).runOf(await agentsOf(claude).newAgent({ uses: 1 }));
  expect(run).toMatchObject({ status: 'succeeded', exitCode: 0 });
});

it('of another kind has no such input: its messages wait for its tools', async () => {
  const codex = kinds[1] as Kind;
  const agentId = await agentsOf(codex).newAgent({ uses: 1, waits: true });
  const { id: runId } = await opened.wake(agentId);
  await opened.runWhen(runId, ({ logBytes }) => logBytes > 0);
  await board().sendRunMessage({ runId, text: 'Wait for a tool.' });
  const [waiting] = await board().listRunMessages({ runId });
  expect(waiting).toMatchObject({ status: 'waiting' });
  await board().cancelRun({ runId });
});
