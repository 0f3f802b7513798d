import { useMemo } from 'react';
import { agentIcons, agentRoles } from 'virtual:contracts/agents';
import { useCompany, useNames } from '../../cache/company.ts';
import { personFields } from '../../domain/agent-form.ts';
import type { FormField } from '../../domain/config-form.ts';
import { oneLine } from '../../domain/visible.ts';

/** The fields of an agent; all others of its company may be its manager. */
export function usePersonFields(except?: string): readonly FormField[] {
  const { id } = useCompany();
  const { agents } = useNames(id);
  return useMemo(() => {
    const managers = [...agents.values()].filter(
      (agent) => agent.id !== except && agent.status !== 'terminated',
    );
    return personFields({
      roles: agentRoles,
      icons: agentIcons,
      managers: Object.fromEntries(managers.map((agent) => [agent.id, oneLine(agent.name)])),
    });
  }, [agents, except]);
}
