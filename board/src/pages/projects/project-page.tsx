/** One project: what it is for, how far it has come, where its agents work, and its open issues. */
import type { IssueStatus, Project } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { projectQuery } from '../../cache/planning-queries.ts';
import { issuesQuery } from '../../cache/queries.ts';
import { projectMarks } from '../../domain/planning.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { Documents } from '../documents/documents.tsx';
import { HeldBar, HoldButton } from '../holds/hold.tsx';
import { IssueLine } from '../issues/issue-line.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { ProjectForm } from './project-form.tsx';
import { ProjectReviews } from './project-reviews.tsx';
import css from './projects.module.css';
import { Workspaces } from './workspaces.tsx';

const OPEN: readonly IssueStatus[] = ['backlog', 'todo', 'in_progress', 'in_review', 'blocked'];
/** More of them are on the page of issues. */
const ISSUES_SHOWN = 20;

export function ProjectPage(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { projectId } = useParams({ from: '/frame/$prefix/projects/$projectId' });
  const { mayWrite } = useRights(id);
  const project = useQuery(projectQuery(id, projectId));
  const [edits, setEdits] = useState(false);
  useRowKeys();
  if (isProblem(project.error, 'project_not_found', 'invalid_input')) return <NotFound />;
  if (!project.data) {
    return (
      <Page title="Project">
        <ProblemNote error={project.error} onRetry={() => void project.refetch()} />
        {project.isPending && <Waiting />}
      </Page>
    );
  }
  const { name, description } = project.data;
  return (
    <Page
      title={name}
      heading={<Text of={name} />}
      above={
        <Link to="/$prefix/projects" params={{ prefix: issuePrefix }}>
          Projects
        </Link>
      }
      actions={
        mayWrite && (
          <>
            {!project.data.hold && <HoldButton of={{ projectId }} />}
            <Button onClick={() => setEdits(true)}>Change</Button>
          </>
        )
      }
    >
      {edits && <ProjectForm project={project.data} onClose={() => setEdits(false)} />}
      <HeldBar of={{ projectId }} hold={project.data.hold} mayWrite={mayWrite} />
      <Facts project={project.data} />
      {description !== '' && (
        <div className={css.text}>
          <Prose text={description} />
        </div>
      )}
      <Section title="Progress">
        <ProgressBar of={{ projectId }} search={{ project: projectId }} />
      </Section>
      <Documents of={{ projectId }} mayWrite={mayWrite} />
      <ProjectReviews project={project.data} mayWrite={mayWrite} />
      <Workspaces project={project.data} mayWrite={mayWrite} />
      <OpenIssues projectId={projectId} />
    </Page>
  );
}

function Facts({ project }: { readonly project: Project }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const lead = useNames(id).of(project.leadAgentId, null);
  return (
    <p className={css.facts}>
      <StateMark kind="issue" mark={projectMarks[project.status]} word />
      {lead !== undefined && (
        <span>
          led by <Text of={lead} />
        </span>
      )}
      {project.targetDate !== null && <span>to be done by {project.targetDate}</span>}
      {project.goals.map((goal) => (
        <Link
          key={goal.id}
          to="/$prefix/issues"
          params={{ prefix: issuePrefix }}
          search={{ goal: goal.id, status: 'all' }}
        >
          <Text of={goal.title} />
        </Link>
      ))}
    </p>
  );
}

function OpenIssues({ projectId }: { readonly projectId: string }): ReactElement {
  const company = useCompany();
  const issues = useInfiniteQuery(issuesQuery(company.id, { projectId, status: OPEN }));
  const rows = issues.data?.pages[0]?.items ?? [];
  return (
    <Section title="Open issues">
      <ProblemNote error={issues.error} onRetry={() => void issues.refetch()} />
      {issues.isPending && <Waiting />}
      {issues.isSuccess && rows.length === 0 && (
        <Empty>
          <p>No open issues.</p>
        </Empty>
      )}
      <Ledger label="Open issues">
        {rows.slice(0, ISSUES_SHOWN).map((issue) => (
          <li key={issue.id}>
            <IssueLine issue={issue} company={company} />
          </li>
        ))}
      </Ledger>
      {rows.length > ISSUES_SHOWN && (
        <p className={css.more}>
          <Link
            to="/$prefix/issues"
            params={{ prefix: company.issuePrefix }}
            search={{ project: projectId }}
          >
            All open project issues
          </Link>
        </p>
      )}
    </Section>
  );
}
