/** Goals, from those of the company down to those of a task. */
import type { Goal } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { goalsWithProgressQuery } from '../../cache/planning-queries.ts';
import { goalMarks, levelWords, treeOf, type Branch } from '../../domain/planning.ts';
import { oneLine } from '../../domain/visible.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Progress } from '../../ui/bars/progress.tsx';
import { Text } from '../../ui/text.tsx';
import { GoalForm } from './goal-form.tsx';
import css from './goals.module.css';

export function GoalsPage(): ReactElement {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  const goals = useQuery(goalsWithProgressQuery(id));
  const tree = useMemo(() => treeOf(goals.data ?? []), [goals.data]);
  const [adds, setAdds] = useState(false);
  useRowKeys();
  return (
    <Page
      title="Goals"
      actions={
        mayWrite && (
          <Button look="main" onClick={() => setAdds(true)}>
            New goal
          </Button>
        )
      }
    >
      {adds && <GoalForm onClose={() => setAdds(false)} />}
      <ProblemNote error={goals.error} onRetry={() => void goals.refetch()} />
      {goals.isPending && <Waiting />}
      {goals.isSuccess && tree.length === 0 && (
        <Empty>
          <p>
            A goal says what the work is for. Issues and projects name theirs, and agents read it
            with each issue.
          </p>
        </Empty>
      )}
      {tree.length > 0 && (
        <Ledger label="Goals">
          {tree.map((branch) => (
            <GoalRow key={branch.node.id} branch={branch} />
          ))}
        </Ledger>
      )}
    </Page>
  );
}

function GoalRow({ branch: { node, below } }: { readonly branch: Branch<Goal> }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { mayWrite } = useRights(id);
  const names = useNames(id);
  const [open, setOpen] = useState<'change' | 'add' | undefined>();
  const close = (): void => setOpen(undefined);
  const owner = names.of(node.ownerAgentId, null);
  return (
    <>
      <ActRow
        name={
          <>
            <StateMark kind="issue" mark={goalMarks[node.status]} />
            <Link
              to="/$prefix/issues"
              params={{ prefix: issuePrefix }}
              search={{ goal: node.id, status: 'all' }}
              className={css.title}
              data-row=""
            >
              <Text of={node.title} />
            </Link>
          </>
        }
        facts={
          <>
            <span className={css.fact}>{goalMarks[node.status].word}</span>
            <span className={css.fact}>{levelWords[node.level]}</span>
            <span className={css.fact}>{owner !== undefined && <Text of={owner} />}</span>
            {node.progress && <Progress of={node.progress} brief />}
          </>
        }
        acts={
          mayWrite && (
            <>
              <Act word="Add below" of={node.title} onAct={() => setOpen('add')} />
              <Act word="Change" of={node.title} onAct={() => setOpen('change')} />
            </>
          )
        }
        below={
          below.length > 0 && (
            <ul className={css.below} aria-label={`Below ${oneLine(node.title)}`}>
              {below.map((branch) => (
                <GoalRow key={branch.node.id} branch={branch} />
              ))}
            </ul>
          )
        }
      />
      {open === 'change' && <GoalForm goal={node} onClose={close} />}
      {open === 'add' && <GoalForm parent={node} onClose={close} />}
    </>
  );
}
