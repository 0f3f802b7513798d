/**
 * Wake-ups that lead to no run of their own are entries of the activity: one for all that a cause has for
 * an agent. Timers that are skipped are counted alone, because a timer may be skipped all day.
 */
import type { RunTransaction } from '../runs/run-transaction.ts';
import { listLiveRuns } from '../store/runs/runs.ts';
import type { Skip } from '../store/wakes/skips.ts';
import type { NewWake } from '../store/wakes/wakeups.ts';

type Emitting = Pick<RunTransaction, 'db' | 'emit'>;

interface Entry extends Pick<Skip, 'agentId' | 'source' | 'issueId'> {
  readonly reason?: string;
}

export function emitSkipped(
  { emit }: Pick<RunTransaction, 'emit'>,
  companyId: string,
  skips: readonly (Entry & { readonly reason: string })[],
): void {
  for (const same of Map.groupBy(skips, entryKey).values()) {
    const [first] = same;
    if (!first) continue;
    const { agentId, reason } = first;
    const payload = { ...sharedOf(first), reason, count: same.length };
    emit('agent.wake_skipped', { companyId, entityId: agentId, payload });
  }
}

/** Of wake-ups that have just been inserted, for agents that have got no run by them. */
export async function emitJoined(
  { db, emit }: Emitting,
  companyId: string,
  wakes: readonly Pick<NewWake, 'agentId' | 'source' | 'issueId'>[],
): Promise<void> {
  if (wakes.length === 0) return;
  const agentIds = [...new Set(wakes.map(({ agentId }) => agentId))];
  const runs = new Map(
    (await listLiveRuns(db, companyId, agentIds)).map((run) => [run.agentId, run]),
  );
  for (const same of Map.groupBy(wakes, entryKey).values()) {
    const [first] = same;
    const run = first && runs.get(first.agentId);
    if (!run) continue;
    const { id: runId, status: runStatus } = run;
    const payload = { ...sharedOf(first), runId, runStatus, count: same.length };
    emit('agent.wake_joined', { companyId, entityId: first.agentId, payload });
  }
}

const sharedOf = ({ agentId, source, issueId = null }: Entry) => ({ agentId, source, issueId });

const entryKey = ({ agentId, source, issueId, reason }: Entry): string =>
  JSON.stringify([agentId, source, issueId, reason]);
