/** What a company has, by name: for the palette, which reads it when it opens. */
import type { Company } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNames } from '../../cache/company.ts';
import { goalsQuery, projectsQuery } from '../../cache/planning-queries.ts';
import { approvalsQuery, runsQuery } from '../../cache/queries.ts';
import { agentAddress } from '../../domain/agents.ts';
import { askOf } from '../../domain/approvals.ts';
import { runMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import type { Address } from '../../ui/links/address.ts';

export interface Thing {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly address: Address;
}

const PENDING = ['pending'] as const;

export function useThings(company: Company | undefined): readonly Thing[] {
  const id = company?.id ?? '';
  const enabled = company !== undefined;
  const names = useNames(id);
  const projects = useQuery({ ...projectsQuery(id), enabled }).data ?? [];
  const goals = useQuery({ ...goalsQuery(id), enabled }).data ?? [];
  const approvals = useInfiniteQuery({ ...approvalsQuery(id, PENDING), enabled }).data;
  const runs = useInfiniteQuery({ ...runsQuery(id), enabled }).data;
  if (!company) return [];
  const prefix = company.issuePrefix;
  return [
    ...[...names.agents.values()].map((agent): Thing => ({
      id: agent.id,
      label: oneLine(agent.name),
      detail: 'agent',
      address: agentAddress(prefix, agent),
    })),
    ...projects.map((project): Thing => ({
      id: project.id,
      label: oneLine(project.name),
      detail: 'project',
      address: { to: '/$prefix/projects/$projectId', params: { prefix, projectId: project.id } },
    })),
    ...goals.map((goal): Thing => ({
      id: goal.id,
      label: oneLine(goal.title),
      detail: 'goal',
      address: {
        to: '/$prefix/issues',
        params: { prefix },
        search: { goal: goal.id, status: 'all' },
      },
    })),
    ...(approvals?.pages[0]?.items ?? []).map((approval): Thing => ({
      id: approval.id,
      label: oneLine(askOf(approval)),
      detail: 'approval',
      address: {
        to: '/$prefix/approvals/$approvalId',
        params: { prefix, approvalId: approval.id },
      },
    })),
    ...names.members.map(({ userId, name }): Thing => ({
      id: userId,
      label: oneLine(name),
      detail: 'person',
      address: { to: '/$prefix/settings/$section', params: { prefix, section: 'people' } },
    })),
    ...(runs?.pages[0]?.items ?? []).map((run): Thing => ({
      id: run.id,
      label: `Run of ${oneLine(names.of(run.agentId, null) ?? '')}`,
      detail: runMarks[run.status].word,
      address: { to: '/$prefix/runs/$runId', params: { prefix, runId: run.id } },
    })),
  ];
}
