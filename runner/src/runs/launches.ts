/** Which launches are followed. An agent has one program at a time. */
import type { Outcome } from '@muster/runner-protocol';
import { notStarted, stopped } from '../outcome.ts';
import type { RunnerEvents } from './events.ts';
import type { Inspections } from './inspections.ts';
import type { Connection } from './outlet.ts';
import { openRun, type Launch, type Run } from './run.ts';
import { startAfter } from './start-after.ts';
import { startProgram, type ProgramParts } from './start-program.ts';

export interface Launches {
  launch(connection: Connection, message: Launch): void;
  /** Whether a run of the agent has a program, or is about to. */
  hasProgram(agentId: string): boolean;
  /** Launches nothing more; what runs goes on. */
  refuse(): void;
}

interface LaunchHooks {
  /** Runs that are kept at a time. */
  readonly runsMax: number;
  readonly onRemoved: () => void;
  readonly endInspection: Inspections['end'];
}

/** Adds to `runs` what is launched, and removes it when it is over. */
export function openLaunches(
  parts: ProgramParts,
  events: RunnerEvents,
  runs: Map<string, Run>,
  { runsMax, onRemoved, endInspection }: LaunchHooks,
): Launches {
  /** The last run of an agent, whose program may still run. */
  const latest = new Map<string, Run>();
  let isDraining = false;
  const begin = (connection: Connection, message: Launch): void => {
    const { runId, agentId } = message;
    const former = latest.get(agentId);
    former?.stop('lease_lost');
    const gone = endInspection(agentId, former?.gone) ?? former?.gone;
    const run = beginRun(message, connection, { parts, events, gone }, () => {
      runs.delete(runId);
      if (latest.get(agentId) === run) latest.delete(agentId);
      onRemoved();
    });
    runs.set(runId, run);
    latest.set(agentId, run);
  };
  return {
    hasProgram: (agentId) => {
      const state = latest.get(agentId)?.state();
      return state !== undefined && state !== 'ended';
    },
    launch(connection, message) {
      const { runId, fence, companyId } = message;
      const known = runs.get(runId);
      if (known) {
        events.launch('repeated');
        if (known.isHeldBy(connection, fence)) return;
        return void connection.send({ kind: 'unknown', runId, fence });
      }
      const refused = isDraining ? draining : refusal(runs, companyId, runsMax);
      if (!refused) return begin(connection, message);
      events.launch(refused.why);
      void connection.send({ kind: 'ended', runId, fence, outcome: refused.outcome });
    },
    refuse() {
      isDraining = true;
    },
  };
}

interface Refused {
  readonly why: 'draining' | 'full';
  readonly outcome: Outcome;
}

const draining: Refused = {
  why: 'draining',
  outcome: stopped('draining', 'The runner is stopping'),
};

/** The last quarter is for companies that have no run here. */
function refusal(
  runs: ReadonlyMap<string, Run>,
  companyId: string,
  runsMax: number,
): Refused | undefined {
  if (runs.size < runsMax - Math.floor(runsMax / 4)) return undefined;
  const isOfAll = runs.size >= runsMax;
  const hasRun = isOfAll || [...runs.values()].some(({ agent }) => agent.companyId === companyId);
  if (!hasRun) return undefined;
  const error = isOfAll
    ? `The runner has ${runsMax} runs already`
    : `The runner keeps its last places for companies that have no run there`;
  return { why: 'full', outcome: notStarted('runner_full', error) };
}

interface Beginning {
  readonly parts: ProgramParts;
  readonly events: RunnerEvents;
  /** Resolves when what is to be gone first is gone: the agent's former program, if there is one. */
  readonly gone: Promise<void> | undefined;
}

function beginRun(
  message: Launch,
  connection: Connection,
  { parts, events, gone }: Beginning,
  onOver: () => void,
): Run {
  const { companyId, agentId, program } = message;
  const agent = { companyId, agentId };
  let isLaunched = false;
  const run = openRun(message, connection, {
    start: (start) => startAfter(gone, () => startProgram(parts, { ...start, agent, program })),
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
