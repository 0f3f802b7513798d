/**
 * Finds the agent of a run token. Its signature is verified once for each token, and whether its run
 * is live is read from the copy of the runs. A run that is not copied yet is believed for as long as
 * its event may be on the way; after that, the scheduler is asked.
 */
import { Refusal, scheduler, type AgentActor, type AgentStatus, type Run } from '@muster/contracts';
import {
  callOperation,
  formerKeysOf,
  isCurrent,
  readRunTokenPublicKeys,
  verifyRunToken,
  type Db,
  type FormerSecret,
  type Rpc,
  type RunClaims,
} from '@muster/service-kit';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../../config.ts';
import type { Caller } from '../../upstream/credential.ts';
import { findRunHolder, type RunHolder } from '../store/callers.ts';

/** Bounds the memory. */
const VERIFIED_MAX = 10_000;
/** Longer than the event of a started run is on the way, and than an agent takes to start. */
const START_MAX_MS = 30_000;

export type RunTokenConfig = Pick<GatewayConfig, 'MUSTER_RUN_TOKEN_PUBLIC_KEY'> & FormerSecret;

/** Undefined if the token is none of a run. */
export type FindByRunToken = (token: string) => Promise<Caller | undefined>;

export interface RunTokenLookupOptions {
  readonly db: Db;
  readonly rpc: Rpc;
  readonly config: RunTokenConfig;
}

export const canAuthenticate = (status: AgentStatus): boolean =>
  status !== 'pending_approval' && status !== 'terminated';

/** What of an agent's actor says that it is paused. */
export function pauseOf({
  status,
  companyStatus,
}: Pick<RunHolder, 'status' | 'companyStatus'>): Pick<AgentActor, 'paused'> {
  if (status === 'paused') return { paused: 'agent' };
  return companyStatus === 'paused' ? { paused: 'company' } : {};
}

export interface RunTokenLookup {
  readonly find: FindByRunToken;
  /** Whether the signature alone shows that the token was given. */
  readonly isSigned: (token: string) => boolean;
}

export function openRunTokenLookup({ db, rpc, config }: RunTokenLookupOptions): RunTokenLookup {
  const claimsOf = openVerifier(config);
  const find: FindByRunToken = async (token) => {
    const run = claimsOf(token);
    const holder = run && (await findRunHolder(db, run));
    if (!run || !holder || !canAuthenticate(holder.status)) return undefined;
    const { agentId: id, companyId, runId } = run;
    const agent: AgentActor = { type: 'agent', id, companyId, name: holder.name };
    const known = holder.epoch === null ? await askedAfterStart(rpc, agent, run) : holder;
    if (known === 'unknown') return undefined;
    if (known && (known.ended === true || (known.epoch ?? 0) > run.epoch)) {
      throw new Refusal('run_superseded');
    }
    const expiresAt = new Date(run.exp * 1_000).toISOString();
    return {
      actor: { ...agent, runId, ...pauseOf(holder) },
      credential: { kind: 'run_token', expiresAt },
    };
  };
  return { find, isSigned: (token) => claimsOf(token) !== undefined };
}

function openVerifier(config: RunTokenConfig): (token: string) => RunClaims | undefined {
  const verifier = {
    keys: readRunTokenPublicKeys(config.MUSTER_RUN_TOKEN_PUBLIC_KEY),
    formerKeys: formerKeysOf(config, 'run-token'),
  };
  const verified = new LRUCache<string, RunClaims>({ max: VERIFIED_MAX });
  return (token) => {
    const known = verified.get(token);
    if (known) return isCurrent(known) ? known : undefined;
    const claims = verifyRunToken(verifier, token);
    if (claims) verified.set(token, claims);
    return claims;
  };
}

type KnownRun = { readonly ended: boolean; readonly epoch: number } | 'unknown' | undefined;

/** Undefined while the run may be starting. */
async function askedAfterStart(rpc: Rpc, actor: AgentActor, claims: RunClaims): Promise<KnownRun> {
  const { runId, agentId, iat = 0 } = claims;
  if (Date.now() - iat * 1_000 < START_MAX_MS) return undefined;
  try {
    const { getRun } = scheduler.operations;
    const run = (await callOperation(
      rpc,
      scheduler.name,
      'getRun',
      getRun,
      { runId },
      { actor },
    )) as Run;
    if (run.agentId !== agentId) return 'unknown';
    return { ended: run.finishedAt !== null, epoch: run.epoch };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return 'unknown';
    throw error;
  }
}
