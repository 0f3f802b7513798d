/** Holding an issue or a project with all that is below it, and letting it go on. */
import type { Hold } from '@muster/contracts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { Ago } from '../../ui/ago.tsx';
import { Area, Button } from '../../ui/controls.tsx';
import { Check, FormDialog } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import start from '../start/start.module.css';

/** What is held, or is to be. */
export type Holdable = { readonly issueId: string } | { readonly projectId: string };

function useHolding(onDone?: () => void) {
  const issue = useWrite('holdIssue', onDone);
  const project = useWrite('holdProject', onDone);
  const liftIssue = useWrite('liftIssueHold');
  const liftProject = useWrite('liftProjectHold');
  return { issue, project, liftIssue, liftProject };
}

/** Asks for the reason, which whoever wants to start the work reads. */
export function HoldButton({ of }: { readonly of: Holdable }): ReactElement {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button onClick={() => setAsks(true)}>Hold</Button>
      {asks && <HoldForm of={of} onClose={() => setAsks(false)} />}
    </>
  );
}

function HoldForm({
  of,
  onClose,
}: {
  readonly of: Holdable;
  readonly onClose: () => void;
}): ReactElement {
  const [reason, setReason] = useState('');
  const [letsFinish, setLetsFinish] = useState(false);
  const { issue, project } = useHolding(onClose);
  const isIssue = 'issueId' in of;
  const submit = (): void => {
    const held = { reason, ...(letsFinish ? { cancelRuns: false } : {}) };
    if (isIssue) issue.mutate({ ...of, ...held });
    else project.mutate({ ...of, ...held });
  };
  return (
    <FormDialog
      title={isIssue ? 'Hold the issue and all below it' : 'Hold all project issues'}
      verb="Hold"
      error={issue.error ?? project.error}
      isPending={issue.isPending || project.isPending}
      ready={reason.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dim">
        Neither agents nor people can start held work, and its current runs are stopped.
      </p>
      <Area label="Why" value={reason} onChange={(event) => setReason(event.target.value)} />
      <Check word="Let current runs finish" on={letsFinish} onSwitch={setLetsFinish} />
    </FormDialog>
  );
}

/** What holds it, and why; lifted here where it is its own hold. */
export function HeldBar({
  of,
  hold,
  mayWrite,
}: {
  readonly of: Holdable;
  readonly hold: Hold | null | undefined;
  readonly mayWrite: boolean;
}): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const { liftIssue, liftProject } = useHolding();
  const by = useNames(id).of(null, hold?.heldByUserId ?? null);
  if (!hold) return null;
  const isOwn = 'issueId' in of ? hold.issueId === of.issueId : hold.projectId === of.projectId;
  const lift = (): void =>
    'issueId' in of ? liftIssue.mutate(of) : liftProject.mutate({ projectId: of.projectId });
  return (
    <div className={start.first} role="status">
      <p>
        Held {by === undefined ? '' : 'by '}
        {by !== undefined && <Text of={by} />} <Ago time={hold.heldAt} />
        {!isOwn && (
          <>
            {' with '}
            <Link {...heldAt(issuePrefix, hold)}>
              <Text of={hold.name} />
            </Link>
          </>
        )}
        : <Text of={hold.reason} />
      </p>
      {isOwn && mayWrite && (
        <Button disabled={liftIssue.isPending || liftProject.isPending} onClick={lift}>
          Lift the hold
        </Button>
      )}
      <ProblemNote error={liftIssue.error ?? liftProject.error} />
    </div>
  );
}

const heldAt = (prefix: string, { projectId, name }: Pick<Hold, 'projectId' | 'name'>) =>
  projectId === null
    ? ({ to: '/$prefix/issues/$ref', params: { prefix, ref: name } } as const)
    : ({ to: '/$prefix/projects/$projectId', params: { prefix, projectId } } as const);
