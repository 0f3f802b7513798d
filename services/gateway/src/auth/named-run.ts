/**
 * `X-Run-Id`: the run that the caller says it works for. It goes into the audit trail, so it has to
 * be a run of the caller's own. Whose a run is never changes and is remembered. A run that began a
 * moment ago may be known to the scheduler alone, which is asked before it counts as unknown.
 */
import {
  Refusal, scheduler, type AgentActor, type Output, type UserActor,
} from '@muster/contracts';
import { callOperation, type Db, type Rpc } from '@muster/service-kit';
import { findRun } from '../store/runs.ts';

type Actor = AgentActor | UserActor;

interface Owner {
  readonly agentId: string;
  readonly companyId: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Bound of memory; the run that was named first goes first. */
const REMEMBERED_MAX = 10_000;

/** The actor with its run; without waiting where it is known whose the run is. */
export type NameRun = (actor: Actor, runId: string) => Actor | Promise<Actor>;

export function namedRuns(db: Db, rpc: Rpc): NameRun {
  const owners = new Map<string, Owner>();
  const ownerOf = async (actor: Actor, runId: string): Promise<Owner | undefined> => {
    const run = (await findRun(db, runId)) ?? (await askScheduler(rpc, actor, runId));
    if (!run) return undefined;
    owners.set(runId, { agentId: run.agentId, companyId: run.companyId });
    if (owners.size > REMEMBERED_MAX) {
      for (const oldest of owners.keys()) {
        owners.delete(oldest);
        break;
      }
    }
    return owners.get(runId);
  };
  return (actor, named) => {
    const runId = named.toLowerCase();
    if (actor.runId === runId) return actor;
    // The token of one run speaks for that run only.
    if (actor.runId !== undefined || !UUID.test(runId)) throw new Refusal('unknown_run');
    const owner = owners.get(runId);
    if (owner) return withRun(actor, runId, owner);
    return ownerOf(actor, runId).then((found) => withRun(actor, runId, found));
  };
}

/** As the caller itself, who sees no run that it may not name. */
async function askScheduler(rpc: Rpc, actor: Actor, runId: string): Promise<Owner | undefined> {
  try {
    const { getRun } = scheduler.operations;
    const run = await callOperation(rpc, scheduler.name, 'getRun', getRun, { runId }, { actor });
    return run as Output<typeof scheduler, 'getRun'>;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

function withRun(actor: Actor, runId: string, owner: Owner | undefined): Actor {
  if (!owner || !isOwn(actor, owner)) throw new Refusal('unknown_run');
  return { ...actor, runId };
}

const isOwn = (actor: Actor, owner: Owner): boolean =>
  actor.type === 'agent'
    ? owner.agentId === actor.id && owner.companyId === actor.companyId
    : actor.companies === 'all' ||
      actor.companies.some(({ companyId }) => companyId === owner.companyId);
