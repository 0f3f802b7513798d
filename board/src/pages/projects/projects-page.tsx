/** Projects of the company, those under way first. */
import type { Project } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { projectsWithProgressQuery } from '../../cache/planning-queries.ts';
import { projectMarks } from '../../domain/planning.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Row, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Progress } from '../../ui/bars/progress.tsx';
import { Text } from '../../ui/text.tsx';
import { ProjectForm } from './project-form.tsx';

const isOver = ({ status, archivedAt }: Project): boolean =>
  archivedAt !== null || status === 'completed' || status === 'cancelled';

export function ProjectsPage(): ReactElement {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  const projects = useQuery(projectsWithProgressQuery(id));
  const [adds, setAdds] = useState(false);
  useRowKeys();
  const open = projects.data?.filter((project) => !isOver(project)) ?? [];
  const over = projects.data?.filter(isOver) ?? [];
  return (
    <Page
      title="Projects"
      actions={
        mayWrite && (
          <Button look="main" onClick={() => setAdds(true)}>
            New project
          </Button>
        )
      }
    >
      {adds && <ProjectForm onClose={() => setAdds(false)} />}
      <ProblemNote error={projects.error} onRetry={() => void projects.refetch()} />
      {projects.isPending && <Waiting />}
      {projects.data?.length === 0 && (
        <Empty>
          <p>A project groups issues and names the folder or repository its agents work in.</p>
        </Empty>
      )}
      <Projects title="Under way" projects={open} />
      <Projects title="Ended" projects={over} />
    </Page>
  );
}

function Projects({
  title,
  projects,
}: {
  readonly title: string;
  readonly projects: readonly Project[];
}): ReactElement | null {
  if (projects.length === 0) return null;
  return (
    <Section title={title} count={projects.length}>
      <Ledger label={title}>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </Ledger>
    </Section>
  );
}

function ProjectRow({ project }: { readonly project: Project }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const names = useNames(id);
  const lead = names.of(project.leadAgentId, null);
  return (
    <Row
      to="/$prefix/projects/$projectId"
      params={{ prefix: issuePrefix, projectId: project.id }}
      margin={project.targetDate ?? ''}
      side={
        <>
          {lead !== undefined && <Text of={lead} />}
          {project.progress && <Progress of={project.progress} brief />}
          <span>{projectMarks[project.status].word}</span>
        </>
      }
    >
      <StateMark kind="issue" mark={projectMarks[project.status]} />
      <Text of={project.name} />
      <span className="dim">
        <Text of={project.goals.map(({ title }) => title).join(', ')} />
      </span>
    </Row>
  );
}
