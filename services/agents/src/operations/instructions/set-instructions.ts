import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireEditorOf } from '../../configuration/authority.ts';
import { noInstructions, requireNoSecret } from '../../domain/instructions.ts';
import { instructionsEvent } from '../../events.ts';
import { findInstructions, insertInstructions } from '../../store/instructions.ts';
import { lockAgent } from '../../store/locks.ts';

/** An equal text is no change and makes no version. */
export const setInstructions: Handler<typeof agents, 'setInstructions'> = async (
  { agentId, companyId, body, ifVersion },
  { db, actor, scope, emit },
) => {
  const agent = await lockAgent(db, scope, { ref: agentId, companyId });
  await requireEditorOf(db, actor, agent);
  const current = (await findInstructions(db, agent)) ?? noInstructions(agent.id);
  const { version } = current;
  if (ifVersion !== undefined && ifVersion !== version) {
    throw new Refusal('version_mismatch', { version });
  }
  requireNoSecret(body);
  if (body === current.body) return current;
  const saved = await insertInstructions(db, agent, { version: version + 1, body, actor });
  emit('instructions.changed', instructionsEvent(agent.companyId, saved));
  return saved;
};
