/**
 * The behaviour that every adapter has. A rig makes an agent of its kind and shows which variables
 * the agent received.
 */
import { issues, runVariables, type Run, type Usage } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, describeBeside } from '@muster/test-kit';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commentOn } from './comment-on.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

/**
 * `reports`: prints its variables, reports usage and succeeds. `stays`: neither it nor the process
 * that it starts ends by itself, not even on SIGTERM.
 */
export type Part = 'reports' | 'stays';

export interface Rig {
  /** An agent of this kind that plays the part, known to the scheduler. */
  agent(
    companyId: string,
    part: Part,
    limits?: { timeoutSec: number; graceSec: number; idleSec?: number },
  ): Promise<string>;
  /** The SERVICE_ variables that the agent of this run has received. */
  variablesOf(run: Run): Promise<Readonly<Record<string, string>>>;
  /** Processes of the agent of a live run; none of a called or remote agent. */
  processes(run: Run): Promise<number[]>;
  /** When an agent that stays has begun its work. */
  begun(runId: string): Promise<Run>;
  close?(): Promise<void>;
}

export interface Kind {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether agents are local processes with an environment and output. */
  readonly isLocal: boolean;
  /** What its agent reports that it has used, where that is not USED. */
  readonly used?: Usage;
  /** Variables that its agents have beside those of every run. */
  readonly adds?: readonly string[];
  open(opened: Opened): Promise<Rig> | Rig;
}

/** What a run of this suite has used by its own report. */
export const USED = { inputTokens: 7, outputTokens: 3, costCents: 2, provider: 'p', model: 'm' };

export function adapterConformance(kinds: readonly Kind[]): void {
  describeBeside(kinds)('the adapter $name', (kind) => {
    let opened: Opened;
    let rig: Rig;
    let companyId: string;
    beforeAll(async () => {
      opened = await openScheduler(kind.env);
      ({ companyId } = await opened.company());
      rig = await kind.open(opened);
    });
    afterAll(async () => {
      await rig.close?.();
      await opened.close();
    });
    const board = () => opened.stage.as(boardActor());
    const isGone = (pids: readonly number[]) =>
      eventually(async () => (pids.some(isAlive) ? undefined : true));
    const stopsAll = async (run: Run, stop: () => Promise<unknown>): Promise<Run> => {
      const pids = await rig.processes(run);
      if (kind.isLocal) expect(pids.filter(isAlive).length).toBeGreaterThan(1);
      await stop();
      await isGone(pids);
      return opened.finished(run.id);
    };

    it('starts an agent with all variables that apply, and records its usage', async () => {
      const agentId = await rig.agent(companyId, 'reports');
      const issueId = newId();
      const commentId = newId();
      await opened.receive(issues, 'issue.commented', {
        companyId,
        entityId: issueId,
        payload: commentOn({ issueId, commentId, agentId }),
      });
      const queued = await eventually(
        async () => (await board().listRuns({ companyId, agentId }))[0],
      );
      const run = await opened.finished(queued.id);
      expect(run).toMatchObject({
        status: 'succeeded',
        source: 'mention',
        issueId,
        wakeReason: 'issue_comment_mentioned',
        epoch: 1,
        error: null,
        errorCode: null,
        usage: kind.used ?? USED,
      });
      expect(await rig.variablesOf(run)).toMatchObject({
        SERVICE_AGENT_ID: agentId,
        SERVICE_COMPANY_ID: companyId,
        SERVICE_RUN_ID: run.id,
        SERVICE_API_URL: expect.stringMatching(/^http/),
        SERVICE_API_KEY: expect.any(String),
        SERVICE_WAKE_REASON: 'issue_comment_mentioned',
        SERVICE_TASK_ID: issueId,
        SERVICE_WAKE_COMMENT_ID: commentId,
      });
      const emitted = (await opened.stage.emitted()).filter(({ entityId }) => entityId === run.id);
      expect(emitted[0]?.type).toBe('run.queued');
      expect(emitted.at(-1)).toMatchObject({
        type: 'run.finished',
        payload: { usage: kind.used ?? USED },
      });
    });

    it('stops it when a user cancels the run', async () => {
      const agentId = await rig.agent(companyId, 'stays', { timeoutSec: 60, graceSec: 0.2 });
      const run = await rig.begun((await opened.wake(agentId)).id);
      if (kind.isLocal) {
        const live = await board().getRunLog({ runId: run.id });
        expect(live).toMatchObject({ text: expect.stringContaining('stays'), complete: false });
      }
      const ended = await stopsAll(run, () => board().cancelRun({ runId: run.id }));
      expect(ended).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
    });

    it('stops it at its time limit', async () => {
      const agentId = await rig.agent(companyId, 'stays', { timeoutSec: 2, graceSec: 0.2 });
      const run = await rig.begun((await opened.wake(agentId)).id);
      const ended = await stopsAll(run, () => opened.finished(run.id));
      expect(ended).toMatchObject({ status: 'timed_out', errorCode: 'timed_out' });
    });

    it.each(kind.isLocal ? ['here'] : [])(
      'stops it when it is silent for too long, %s',
      async () => {
        const limits = { timeoutSec: 60, graceSec: 0.2, idleSec: 1 };
        const agentId = await rig.agent(companyId, 'stays', limits);
        const ended = await opened.finished((await opened.wake(agentId)).id);
        expect(ended).toMatchObject({ status: 'timed_out', errorCode: 'idle' });
      },
    );

    it('ends it when the lease is lost, and another run carries its wake-ups', async () => {
      const agentId = await rig.agent(companyId, 'stays', { timeoutSec: 60, graceSec: 0.2 });
      const run = await rig.begun((await opened.wake(agentId)).id);
      const ended = await stopsAll(run, () =>
        opened.stage.db.run({
          text: `update runs set lease_expires_at = now() - interval '1 second'
          where id = $1 returning 1`,
          values: [run.id],
        }),
      );
      expect(ended).toMatchObject({ status: 'lost', errorCode: 'worker_lost' });
      const next = await eventually(async () =>
        (await board().listRuns({ companyId, agentId })).find(({ id }) => id !== run.id),
      );
      expect(next).toMatchObject({ source: 'retry', reason: 'on_demand' });
      await board().cancelRun({ runId: next.id });
    });

    // What runs elsewhere has no output and no environment of ours.
    const local = kind.isLocal ? ['here'] : [];
    const expected = [...harmless, ...(kind.adds ?? [])];
    it.each(local)('stores its output, and starts it in a clean environment, %s', async () => {
      process.env['MUSTER_TEST_LEAK'] = 'leaked';
      const agentId = await rig.agent(companyId, 'reports');
      const run = await opened.finished((await opened.wake(agentId)).id);
      delete process.env['MUSTER_TEST_LEAK'];
      await keepsOutput(opened, run);
      const names = Object.keys(await rig.variablesOf(run));
      expect(names).toContain('PATH');
      expect(names.filter((name) => !expected.includes(name))).toEqual([]);
    });
  });
}

/** What the shell at the gate adds by itself is about the process and not of the server. */
const harmless: readonly string[] = [
  ...Object.keys(runVariables),
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'TRACEPARENT',
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
];

/** From any offset, and whatever bytes the agent has written. */
async function keepsOutput(opened: Opened, { id: runId, logBytes }: Run): Promise<void> {
  const board = opened.stage.as(boardActor());
  const { text } = await board.getRunLog({ runId });
  expect(text).toContain('odd: \uFFFD\uFFFD ä\n');
  expect(Buffer.byteLength(text)).toBe(logBytes);
  expect(await board.getRunLog({ runId, offset: 4 })).toMatchObject({
    text: text.slice(4),
    complete: true,
    truncated: false,
  });
}

/** What has ended and was not fetched by its parent yet is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
