import { QUOTA_EVENT_AGENTS_MAX } from '@muster/contracts';

/** Lists of agents that fit into an event. */
export function inEvents(agentIds: readonly string[]): string[][] {
  const lists: string[][] = [];
  for (let at = 0; at < agentIds.length; at += QUOTA_EVENT_AGENTS_MAX) {
    lists.push(agentIds.slice(at, at + QUOTA_EVENT_AGENTS_MAX));
  }
  return lists;
}
