/** Events of runs and budgets as what an agent did: a service writes them down, and did nothing itself. */
import type { Activity } from '@muster/contracts';

type Event = Pick<Activity, 'action' | 'details' | 'actorType' | 'entityId'>;

/** `Crash`, and what came of its run. */
export interface AgentAct {
  readonly says: string;
  readonly isBad: boolean;
}

const ends: Readonly<Record<string, string>> = {
  succeeded: 'finished a run',
  failed: 'failed in a run',
  timed_out: 'ran out of time in a run',
  cancelled: 'was stopped in a run',
};

/** What the agent of an event did; undefined where its actor has done it. */
export function actOfAgent({ action, details, actorType }: Event): AgentAct | undefined {
  // Who spent the last cent is not who changed the limit.
  if (action === 'budget.exhausted') return { says: 'used up the budget', isBad: true };
  if (actorType !== 'system') return undefined;
  if (action === 'run.started') return { says: 'started a run', isBad: false };
  if (action !== 'run.finished') return undefined;
  const { status, exitCode } = details;
  const says = typeof status === 'string' ? ends[status] : undefined;
  if (says === undefined) return undefined;
  const code = typeof exitCode === 'number' && exitCode !== 0 ? ` (exit code ${exitCode})` : '';
  return { says: `${says}${code}`, isBad: status === 'failed' || status === 'timed_out' };
}

/** Without the start of a run whose end is among them: the end says both. */
export function withoutStarts<T extends Event>(events: readonly T[]): readonly T[] {
  const ended = new Set(
    events.flatMap(({ action, entityId }) => (action === 'run.finished' ? [entityId] : [])),
  );
  return events.filter(({ action, entityId }) => action !== 'run.started' || !ended.has(entityId));
}
