/**
 * Resolves `X-Run-Id`, the run that a caller works for. It is recorded in the audit trail, so it
 * must be one of the caller's own runs. The owner of a run never changes and is cached. A run that
 * started a moment ago may not be copied yet, so the scheduler is asked before a run is unknown.
 */
import {
  Refusal,
  scheduler,
  UUID,
  type AgentActor,
  type Output,
  type UserActor,
} from '@muster/contracts';
import { callOperation, type Db, type Rpc } from '@muster/service-kit';
import { LRUCache } from 'lru-cache';
import { findRun } from '../../copies/store/runs.ts';

type Actor = AgentActor | UserActor;

interface Owner {
  readonly agentId: string;
  readonly companyId: string;
}

/** Bounds the memory. */
const CACHED_MAX = 10_000;

/** The actor with its run; synchronous if the owner of the run is cached. */
export type ResolveNamedRun = (actor: Actor, runId: string) => Actor | Promise<Actor>;

export function openNamedRuns(db: Db, rpc: Rpc): ResolveNamedRun {
  const owners = new LRUCache<string, Owner>({ max: CACHED_MAX });
  const findOwner = async (actor: Actor, runId: string): Promise<Owner | undefined> => {
    const run = (await findRun(db, runId)) ?? (await readFromScheduler(rpc, actor, runId));
    if (!run) return undefined;
    const owner = { agentId: run.agentId, companyId: run.companyId };
    owners.set(runId, owner);
    return owner;
  };
  return (actor, named) => {
    const runId = named.toLowerCase();
    if (actor.runId === runId) return actor;
    // A run token is valid for its own run only.
    if (actor.runId !== undefined || !UUID.test(runId)) throw new Refusal('unknown_run');
    const owner = owners.get(runId);
    if (owner) return withRun(actor, runId, owner);
    return findOwner(actor, runId).then((found) => withRun(actor, runId, found));
  };
}

/** Reads as the caller, who sees no run of others. */
async function readFromScheduler(
  rpc: Rpc,
  actor: Actor,
  runId: string,
): Promise<Owner | undefined> {
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
