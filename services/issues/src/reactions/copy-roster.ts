import { agents, agentSnapshotEvents, type AgentSnapshot } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { mentionHead, mentionKey } from '../domain/mentions.ts';
import { type RosterEntry, saveRosterEntry } from '../store/roster.ts';

export const copyRoster = reaction(
  agents,
  agentSnapshotEvents,
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
