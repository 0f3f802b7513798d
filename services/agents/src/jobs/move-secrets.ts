/**
 * Agents and revisions from before secrets were kept apart: their secrets are moved into the
 * store, one row a transaction. What is done is marked, so this may stop and start at any point,
 * in any number of processes.
 */
import type { Context, Runtime } from '@muster/service-kit';
import { secretIdsOf } from '../domain/secrets.ts';
import { keepSecrets } from '../operations/keep-secrets.ts';
import { saveUses } from '../store/secret-uses.ts';
import {
  lockUnkeptAgent, lockUnkeptRevision, saveKeptAgent, saveKeptRevision,
} from '../store/unkept-secrets.ts';

type Step = (context: Context<never>) => Promise<boolean>;

/** Resolves when nothing is left, or at the next row when it is told to stop. */
export async function moveSecrets(runtime: Runtime, signal?: AbortSignal): Promise<void> {
  for (const step of [moveAgent, moveRevision]) {
    while (!signal?.aborted && (await runtime.write(step)));
  }
}

const moveAgent: Step = async (context) => {
  const agent = await lockUnkeptAgent(context.db);
  if (!agent) return false;
  const owner = { companyId: agent.companyId, agentId: agent.id };
  const kept = await keepSecrets(context, owner, agent, { before: agent });
  await saveKeptAgent(context.db, owner, kept);
  await saveUses(context.db, owner, secretIdsOf(kept));
  return true;
};

/** The same value gets the same reference as in the agent, so a rollback means what it meant. */
const moveRevision: Step = async (context) => {
  const revision = await lockUnkeptRevision(context.db);
  if (!revision) return false;
  const { config, ...owner } = revision;
  const configured = { ...config, metadata: {} };
  const { metadata: _, ...kept } = await keepSecrets(
    context, owner, configured, { before: configured },
  );
  await saveKeptRevision(context.db, { ...revision, config: kept });
  return true;
};
