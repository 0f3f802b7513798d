/** What a company has, by name: for the palette, which reads it when it opens. */
import type { Company } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNames } from '../../cache/company.ts';
import { goalsQuery, projectsQuery } from '../../cache/planning-queries.ts';
import { approvalsQuery, runsQuery } from '../../cache/queries.ts';
import { agentPath } from '../../domain/agents.ts';
import { askOf } from '../../domain/approvals.ts';
import { runMarks } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';

export interface Thing {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly href: string;
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
  const at = `/${company.issuePrefix}`;
  return [
    ...[...names.agents.values()].map((agent) => ({
      id: agent.id,
      label: oneLine(agent.name),
      detail: 'agent',
      href: agentPath(company.issuePrefix, agent),
    })),
    ...projects.map((project) => ({
      id: project.id,
      label: oneLine(project.name),
      detail: 'project',
      href: `${at}/projects/${project.id}`,
    })),
    ...goals.map((goal) => ({
      id: goal.id,
      label: oneLine(goal.title),
      detail: 'goal',
      href: `${at}/issues?goal=${goal.id}&status=all`,
    })),
    ...(approvals?.pages[0]?.items ?? []).map((approval) => ({
      id: approval.id,
      label: oneLine(askOf(approval)),
      detail: 'approval',
      href: `${at}/approvals/${approval.id}`,
    })),
    ...names.members.map(({ userId, name }) => ({
      id: userId,
      label: oneLine(name),
      detail: 'person',
      href: `${at}/settings/people`,
    })),
    ...(runs?.pages[0]?.items ?? []).map((run) => ({
      id: run.id,
      label: `Run of ${oneLine(names.of(run.agentId, null) ?? '')}`,
      detail: runMarks[run.status].word,
      href: `${at}/runs/${run.id}`,
    })),
  ];
}
