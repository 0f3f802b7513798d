/** The company whose pages are shown, and the names of those who work in it. */
import type { Agent, Company, Member, Permission } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { agentsQuery, membersQuery, sessionQuery } from './queries.ts';

export const CompanyContext = createContext<Company | undefined>(undefined);

export function useCompany(): Company {
  const company = useContext(CompanyContext);
  if (!company) throw new Error('no company is shown');
  return company;
}

export interface Names {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly members: readonly Member[];
  readonly me: string | undefined;
  /** Of an agent or a person; undefined where there is none. */
  of(agentId: string | null, userId: string | null): string | undefined;
}

const none: never[] = [];

/** One index of a list of agents, however many rows of a page ask for a name. */
const indexes = new WeakMap<readonly Agent[], ReadonlyMap<string, Agent>>();

function indexOf(agents: readonly Agent[]): ReadonlyMap<string, Agent> {
  const index = indexes.get(agents) ?? new Map(agents.map((agent) => [agent.id, agent]));
  indexes.set(agents, index);
  return index;
}

/** The id of the reader. */
export const useMe = (): string | undefined => useQuery(sessionQuery).data?.user?.id;

export function useNames(companyId: string): Names {
  const agents = useQuery(agentsQuery(companyId)).data ?? none;
  const members = useQuery(membersQuery(companyId)).data ?? none;
  const me = useMe();
  return useMemo(() => {
    const byId = indexOf(agents);
    return {
      agents: byId,
      members,
      me,
      of(agentId, userId) {
        if (agentId !== null) return byId.get(agentId)?.name ?? 'a former agent';
        if (userId === null) return undefined;
        if (userId === me) return 'you';
        return members.find((member) => member.userId === userId)?.name ?? 'an administrator';
      },
    };
  }, [agents, members, me]);
}

export interface Rights {
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
  readonly mayManageAgents: boolean;
  readonly mayManageBudgets: boolean;
  readonly mayInvite: boolean;
  readonly isOwner: boolean;
  readonly has: (permission: Permission) => boolean;
}

/** What the reader may do in a company: an instance admin and an owner may do everything. */
export function useRights(companyId: string): Rights {
  const session = useQuery(sessionQuery).data;
  const own = session?.memberships.find((membership) => membership.companyId === companyId);
  const has = (permission: Permission): boolean =>
    session?.may.permissions.includes(permission) === true ||
    own?.role === 'owner' ||
    own?.permissions.includes(permission) === true;
  return {
    mayWrite: session?.user?.instanceAdmin === true || own?.mayWrite === true,
    mayApprove: has('approve'),
    mayManageAgents: has('manage_agents'),
    mayManageBudgets: has('manage_budgets'),
    mayInvite: has('invite'),
    isOwner: session?.user?.instanceAdmin === true || own?.role === 'owner',
    has,
  };
}
