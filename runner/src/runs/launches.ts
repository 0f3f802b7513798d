/** Which launches are followed. An agent has one program at a time. */
import type { Outcome } from '@muster/runner-protocol';
import { notStarted, stopped } from '../outcome.ts';
import type { RunnerEvents } from './events.ts';
import type { Connection } from './outlet.ts';
import { openRun, type Launch, type Run } from './run.ts';
import { startAfter } from './start-after.ts';
import { startProgram, type ProgramParts } from './start-program.ts';

/** More than a runner can do at a time; each of them keeps some memory. */
const RUNS_MAX = 1_000;

export interface Launches {
  launch(connection: Connection, message: Launch): void;
  /** Launches nothing more; what runs goes on. */
  refuse(): void;
}

/** Adds to `runs` what is launched, and removes it when it is over. */
export function openLaunches(
  parts: ProgramParts,
  events: RunnerEvents,
  runs: Map<string, Run>,
  onRemoved: () => void,
): Launches {
  /** The last run of an agent, whose program may still run. */
  const latest = new Map<string, Run>();
  let isDraining = false;
  const begin = (connection: Connection, message: Launch): void => {
    const { runId, agentId } = message;
    const former = latest.get(agentId);
    former?.stop('lease_lost');
    const run = beginRun(message, connection, { parts, events, former }, () => {
      runs.delete(runId);
      if (latest.get(agentId) === run) latest.delete(agentId);
      onRemoved();
    });
    runs.set(runId, run);
    latest.set(agentId, run);
  };
  return {
    launch(connection, message) {
      const { runId, fence } = message;
      const known = runs.get(runId);
      if (known) {
        events.launch('repeated');
        if (known.isHeldBy(connection, fence)) return;
        return void connection.send({ kind: 'unknown', runId, fence });
      }
      const refused = refusal(isDraining, runs.size);
      if (!refused) return begin(connection, message);
      events.launch(refused.why);
      void connection.send({ kind: 'ended', runId, fence, outcome: refused.outcome });
    },
    refuse() {
      isDraining = true;
    },
  };
}

function refusal(isDraining: boolean, count: number): Refused | undefined {
  if (isDraining) {
    return { why: 'draining', outcome: stopped('draining', 'The runner is stopping') };
  }
  if (count < RUNS_MAX) return undefined;
  const error = `The runner has ${RUNS_MAX} runs already`;
  return { why: 'full', outcome: notStarted('runner_full', error) };
}

interface Refused {
  readonly why: 'draining' | 'full';
  readonly outcome: Outcome;
}

interface Beginning {
  readonly parts: ProgramParts;
  readonly events: RunnerEvents;
  /** The run of the agent whose program has to be gone first. */
  readonly former: Run | undefined;
}

function beginRun(
  message: Launch,
  connection: Connection,
  { parts, events, former }: Beginning,
  onOver: () => void,
): Run {
  const { companyId, agentId, program } = message;
  const agent = { companyId, agentId };
  let isLaunched = false;
  const run = openRun(message, connection, {
    start: (start) =>
      startAfter(former?.gone, () => startProgram(parts, { ...start, agent, program })),
    onLaunched() {
      isLaunched = true;
      events.launch('launched');
    },
    onOutput: events.output,
    onExpired: () => events.expired(run),
    onOver,
  });
  void run.gone.then(() => {
    if (!isLaunched) events.launch('not_started');
  });
  return run;
}
