import { agents, type AgentSnapshot, type EventName } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { mentionHead, mentionKey } from '../domain/mentions.ts';
import { type RosterEntry, saveRosterEntry } from '../store/roster.ts';

type AgentEvent = Extract<EventName<typeof agents>, `agent.${string}`>;

/** Every event of an agent carries its whole snapshot. */
const agentEvents = Object.keys(agents.events).filter((name): name is AgentEvent =>
  name.startsWith('agent.'),
);

export const copyRoster = reaction(
  agents,
  agentEvents,
  async ({ companyId, payload }, { db }) => {
    await saveRosterEntry(db, rosterEntry(companyId, payload));
  },
  { history: 'state' },
);

export const rosterEntry = (
  companyId: string,
  { agentId, name, role, status, reportsTo, runtimeConfig, version }: AgentSnapshot,
): RosterEntry => ({
  agentId,
  companyId,
  name,
  nameKey: mentionKey(name),
  nameHead: mentionHead(mentionKey(name)),
  role,
  status,
  reportsTo,
  wakeOnDemand: runtimeConfig.heartbeat.wakeOnDemand,
  version,
});
