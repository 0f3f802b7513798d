/** The agent that a field of a form names. */
import { useQueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem.ts';
import { firstNamed, noneNamed, present, type Among } from '../domain/agents.ts';
import { isId } from '../domain/ids.ts';
import { agentsQuery } from './queries.ts';

/**
 * Tells the id of what a field holds: an id, nothing, or the letters of a name, which wait for the agents. Letters
 * with which no name begins are a problem.
 */
export function useAgentId(
  companyId: string,
  among: Among = present,
): (entry: string) => Promise<string> {
  const client = useQueryClient();
  return async (entry) => {
    if (entry === '' || isId(entry)) return entry;
    const agents = await client.ensureQueryData(agentsQuery(companyId));
    const found = firstNamed(among(agents), entry);
    if (found) return found.id;
    throw new Problem({
      status: 0,
      code: 'no_such_agent',
      error: noneNamed(entry),
      hint: 'choose the agent from the list',
      requestId: undefined,
      details: undefined,
    });
  };
}

/** The same for the field of a form, where the reader has touched it. */
export function useNamedAgent<K extends string>(companyId: string, field: K) {
  const idOf = useAgentId(companyId);
  return async <T extends { readonly [N in K]?: string }>(fields: T): Promise<T> => {
    const entry = fields[field];
    return entry === undefined ? fields : { ...fields, [field]: await idOf(entry) };
  };
}
