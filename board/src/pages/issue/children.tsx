/** The parts that an issue was split into: how far they are, when its assignee is told, and how more are added. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany } from '../../cache/company.ts';
import { childrenQuery } from '../../cache/queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { countedOf, progressNotes, wakeWords } from '../../domain/issues/parts.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { Progress } from '../../ui/bars/progress.tsx';
import { Button, Select } from '../../ui/controls.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import { AddParts } from './add-parts.tsx';
import css from './issue.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly mayWrite: boolean;
}

/** The first page of them; the bar counts up to 1,000. */
export function Children({ issue, change, mayWrite }: Props): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const [isAdding, setIsAdding] = useState(false);
  const found = useQuery(childrenQuery(id, issue.id)).data;
  const mayAdd = mayWrite && !isEnded(issue.status);
  if (!found || (found.children.length === 0 && !mayAdd)) return null;
  const notes = progressNotes(found);
  return (
    <section aria-label="Parts">
      <h2>Parts</h2>
      {found.children.length > 0 && (
        <>
          <Progress of={countedOf(found)} />
          {notes !== '' && <p className="dim">{notes}</p>}
          <ul className={css.rows}>
            {found.children.map((child) => (
              <li key={child.id}>
                <Link
                  to="/$prefix/issues/$ref"
                  params={{ prefix: issuePrefix, ref: child.identifier }}
                >
                  <StateMark kind="issue" mark={issueMarks[child.status]} />
                  <span className="mono">{child.identifier}</span>
                  <Text of={child.title} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {mayAdd && found.children.length > 0 && issue.assigneeAgentId !== null && (
        <Select
          label="Wake the assignee"
          value={issue.wakeOnChildren ?? 'settled'}
          options={wakeWords}
          onPick={(wakeOnChildren) =>
            change.mutate({ issue, change: { wakeOnChildren }, key: crypto.randomUUID() })
          }
        />
      )}
      {mayAdd && <Button onClick={() => setIsAdding(true)}>Add parts</Button>}
      {isAdding && <AddParts issue={issue} onClose={() => setIsAdding(false)} />}
    </section>
  );
}
