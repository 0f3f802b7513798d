/**
 * Moves secrets that older releases stored inline in agents and revisions into the table of
 * secrets, one row per transaction. A moved row is marked, so this may stop and start at any point,
 * in any number of processes.
 */
import type { Context, Runtime } from '@muster/service-kit';
import { extractSecrets } from '../configuration/extract-secrets.ts';
import { secretIdsOf } from '../domain/secrets.ts';
import {
  lockAgentWithInlineSecrets,
  lockRevisionWithInlineSecrets,
  saveAgentWithReferences,
  saveRevisionWithReferences,
} from '../store/secrets/inline-secrets.ts';
import { saveUses } from '../store/secrets/secret-uses.ts';

/** Moves one row; `false` if none is left. */
type Step = (context: Context<never>) => Promise<boolean>;

/** Resolves when other processes have all rows that are left, or before the next row after an abort. */
export async function moveSecrets(runtime: Runtime, stopping?: AbortSignal): Promise<void> {
  for (const step of [moveAgent, moveRevision]) {
    while (!stopping?.aborted && (await runtime.write(step)));
  }
}

const moveAgent: Step = async (context) => {
  const agent = await lockAgentWithInlineSecrets(context.db);
  if (!agent) return false;
  const owner = { companyId: agent.companyId, agentId: agent.id };
  const stored = await extractSecrets(context, owner, agent, { before: agent });
  await saveAgentWithReferences(context.db, owner, stored);
  await saveUses(context.db, owner, secretIdsOf(stored));
  return true;
};

/** A value gets the same reference here as in the agent, so rolling back restores what it did. */
const moveRevision: Step = async (context) => {
  const revision = await lockRevisionWithInlineSecrets(context.db);
  if (!revision) return false;
  const { config, ...owner } = revision;
  const configured = { ...config, metadata: {} };
  const { metadata: _, ...stored } = await extractSecrets(context, owner, configured, {
    before: configured,
  });
  await saveRevisionWithReferences(context.db, { ...revision, config: stored });
  return true;
};
