/** What creating and hiring have in common: the secrets of the new agent are kept, then it is. */
import type { agents } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import type { NewAgent } from '../domain/hire.ts';
import { checkPrompt } from '../domain/prompt.ts';
import { secretIdsOf } from '../domain/secrets.ts';
import { checkSize } from '../domain/size.ts';
import { insertAgent, type Placement } from '../store/new-agents.ts';
import { saveUses } from '../store/secret-uses.ts';
import { keepSecrets } from './keep-secrets.ts';

export interface Added {
  readonly row: AgentRow;
  /** As it was asked for, with references where secrets were. */
  readonly kept: NewAgent;
}

export async function addAgent(
  context: Context<typeof agents>,
  placement: Omit<Placement, 'actor'>,
  asked: NewAgent,
): Promise<Added> {
  const { db, actor } = context;
  const owner = { companyId: placement.companyId, agentId: placement.id };
  const kept = await keepSecrets(context, owner, asked);
  checkSize(kept);
  checkPrompt(kept);
  const row = await insertAgent(db, { ...placement, actor }, kept);
  const secretIds = secretIdsOf(kept);
  if (secretIds.length > 0) await saveUses(db, owner, secretIds);
  return { row, kept };
}
