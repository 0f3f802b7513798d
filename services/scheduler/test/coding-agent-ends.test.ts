/** What ends runs of coding agents, and what their sessions remember of it. */
import type { CliAgentType, Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codingAgents, FROM_FILE, kinds, openCodingAgents, type Kind } from './coding-agent.ts';
import type { Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openCodingAgents();
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

const agentsOf = (kind: Kind) => codingAgents(opened, companyId, kind);
const isPrinting = ({ status, logBytes }: Run): boolean => status === 'running' && logBytes > 0;
const cancel = (runId: string) => opened.stage.as(boardActor()).cancelRun({ runId });

/** Programs that print what they have used when a turn or a run ends, and not before. */
const countsAtEnd = (type: CliAgentType): boolean => type === 'codex' || type === 'gemini_cli';
const isLive = (type: CliAgentType): ((run: Run) => boolean) =>
  countsAtEnd(type) ? isPrinting : ({ usage }) => usage !== null;

describe.each(kinds.map((kind) => [kind.type, kind] as const))('%s', (type, kind) => {
  it('ends when it is cancelled, and without its provider when it waits for that in silence', async () => {
    const { newAgent, runOf } = agentsOf(kind);
    const agentId = await newAgent({ uses: 7, waits: true });
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, isLive(type));
    await cancel(id);
    await opened.finished(id);
    const run = await opened.runWhen(id, ({ usage }) => usage !== null);
    expect(run).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
    // What answers have shown.
    expect(run.usage?.inputTokens).toBe(countsAtEnd(type) ? 0 : 14);
    expect(run.usage?.priceStatus === 'unknown').toBe(countsAtEnd(type));
    expect(run.warnings).toEqual(countsAtEnd(type) ? [{ code: 'usage_unknown' }] : []);
    const config = { idleSec: 1 };
    const silent = await runOf(await newAgent({ uses: 1, waits: true }, { config }));
    // Its lines show that it has asked its provider and no tool runs: it waits for the answer.
    expect(silent.errorCode).toBe('provider_busy');
  });
});

/** Without a bound: two minutes after its result, or a day of silence. */
const givesUp = [
  ['codex', { replay: 'asks-again', stays: true }],
  [
    'opencode',
    {
      errors: Array<string>(2).fill(
        'timestamp=2026-11-29T04:28:57.969Z level=ERROR run=a message="stream error" ' +
          'providerID=own modelID=m error.error="AI_APICallError: Nope"',
      ),
      stays: true,
    },
  ],
] as const;

it.each(givesUp)(
  'the program of %s that asks its provider again and again is ended at once',
  async (wanted, act) => {
    const kind = kinds.find(({ type }) => type === wanted) as Kind;
    const { newAgent, runOf } = agentsOf(kind);
    const run = await runOf(await newAgent(act));
    expect(run).toMatchObject({ status: 'failed', errorCode: 'provider_busy' });
    const tookMs = Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? '');
    expect(tookMs).toBeLessThan(20_000);
  },
);

it('a coding agent keeps its work for the end of a quota, before which its agent is not started', async () => {
  const [claude] = kinds as readonly [Kind];
  const { newAgent, runOf, configure, runAfter } = agentsOf(claude);
  const agentId = await newAgent({ replay: 'quota', exit: 1 });
  const run = await runOf(agentId);
  const [{ waits, wakes }] = (await opened.stage.db.run({
    text: `select r.not_before > now() as waits, (
        select count(*)::integer from wakeups w where w.agent_id = r.agent_id and w.status = 'pending'
      ) as wakes
      from roster r where r.agent_id = $1`,
    values: [agentId],
  })) as [{ waits: boolean; wakes: number }];
  expect({ waits, wakes, errorCode: run.errorCode }).toEqual({
    waits: true,
    wakes: 1,
    errorCode: 'provider_quota',
  });
  configure(agentId, { uses: 1 });
  await opened.stage.db.run({
    text: `update roster set not_before = now() where agent_id = $1 returning 1`,
    values: [agentId],
  });
  expect((await runAfter(agentId, run)).status).toBe('succeeded');
});

/** 21 runs that end, and two that are killed with SIGKILL between them. */
async function runsOfSession(kind: Kind): Promise<readonly Run[]> {
  const { newAgent, next, workOn, startOn } = agentsOf(kind);
  const agentId = await newAgent(FROM_FILE, { config: { graceSec: 0 } });
  const issueId = newId();
  next(agentId, { uses: 100 });
  const runs: Run[] = [await workOn(agentId, issueId)];
  for (let n = 1; n <= 20; n += 1) {
    if (n % 7 === 0) {
      next(agentId, { uses: 100, waits: true });
      const live = await startOn(agentId, issueId, isLive(kind.type));
      await cancel(live.id);
      runs.push(await opened.finished(live.id));
      next(agentId, { uses: 100 });
    }
    runs.push(await workOn(agentId, issueId));
  }
  return runs;
}

it('a session that is resumed twenty times, with kills in between, books each token once', async () => {
  const all = await Promise.all(kinds.map((kind) => runsOfSession(kind)));
  for (const [index, runs] of all.entries()) {
    const sum = (of: (usage: NonNullable<Run['usage']>) => number): number =>
      runs.reduce((total, { usage }) => total + (usage ? of(usage) : 0), 0);
    const { type, usage } = kinds[index] as Kind;
    // The counts of Gemini CLI begin with each run, so what a killed one has used is not known.
    const booked = type === 'gemini_cli' ? 21 : 23;
    expect({
      type,
      runs: runs.length,
      inputTokens: sum(({ inputTokens }) => inputTokens),
      cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      costCents: sum(({ costCents }) => costCents ?? 0),
    }).toEqual({
      type,
      runs: 23,
      inputTokens: booked * 200,
      cachedInputTokens: booked * 100,
      outputTokens: booked * 100,
      // Of a run that was killed, the part that it showed is priced by the list and rounded up.
      costCents: booked * (usage.costCents ?? 0) + (type === 'claude_code' ? 2 : 0),
    });
  }
}, 120_000);
