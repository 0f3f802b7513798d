import { useMemo } from 'react';
import { agentIcons, agentRoles } from 'virtual:contracts/agents';
import { useAgentId } from '../../cache/agent-id.ts';
import { useCompany } from '../../cache/company.ts';
import { personFields } from '../../domain/agents/agent-form.ts';
import { presentBut } from '../../domain/agents.ts';
import type { Draft, FormField } from '../../domain/agents/config-form.ts';

/** The fields of an agent; all others of its company may be its manager. */
export const usePersonFields = (agentId?: string): readonly FormField[] =>
  useMemo(() => personFields({ roles: agentRoles, icons: agentIcons, agentId }), [agentId]);

/** Tells the id of the manager, whose name may have been typed before the agents were read. */
export function useManagerId(agentId?: string): (draft: Draft) => Promise<string> {
  const idOf = useAgentId(useCompany().id, presentBut(agentId));
  return ({ reportsTo = '' }) => idOf(typeof reportsTo === 'string' ? reportsTo : '');
}
