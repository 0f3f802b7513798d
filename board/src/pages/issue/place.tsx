/** The project, the goal and the parent of an issue: each leads there, and can be changed beside it. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { Text } from '../../ui/text.tsx';
import css from './issue.module.css';

type PlaceFact = 'project' | 'goal' | 'parent';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly mayWrite: boolean;
  readonly onOpen: (what: PlaceFact) => void;
}

const words = { project: 'Project', goal: 'Goal', parent: 'Parent' } as const;

/** A place that an issue does not have is shown to those who can give it one. */
export function Places({ issue, mayWrite, onOpen }: Props): ReactElement {
  const { issuePrefix } = useCompany();
  const { project, goal, ancestors } = issue;
  const [parent] = ancestors;
  const links: Readonly<Record<PlaceFact, ReactElement | undefined>> = {
    project: project ? (
      <Link
        to="/$prefix/projects/$projectId"
        params={{ prefix: issuePrefix, projectId: project.id }}
      >
        <Text of={project.name} />
      </Link>
    ) : undefined,
    goal: goal ? (
      <Link
        to="/$prefix/issues"
        params={{ prefix: issuePrefix }}
        search={{ goal: goal.id, status: 'all' }}
      >
        <Text of={goal.title} />
      </Link>
    ) : undefined,
    parent: parent && (
      <Link
        to="/$prefix/issues/$ref"
        params={{ prefix: issuePrefix, ref: parent.identifier }}
        title={oneLine(parent.title)}
      >
        {parent.identifier}
      </Link>
    ),
  };
  return (
    <>
      {(['project', 'goal', 'parent'] as const)
        .filter((what) => mayWrite || links[what] !== undefined)
        .map((what) => (
          <Place key={what} word={words[what]} onOpen={mayWrite ? () => onOpen(what) : undefined}>
            {links[what] ?? <span className="dim">None</span>}
          </Place>
        ))}
    </>
  );
}

function Place({
  word,
  onOpen,
  children,
}: {
  readonly word: string;
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactElement;
}): ReactElement {
  return (
    <>
      <dt>{word}</dt>
      <dd className={css.place}>
        {children}
        {onOpen && (
          <Button look="quiet" onClick={onOpen}>
            Change<span className="only-read"> {word.toLowerCase()}</span>
          </Button>
        )}
      </dd>
    </>
  );
}
