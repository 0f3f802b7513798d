/** The facts beside an issue. Those that can be changed are buttons. */
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Output } from '../../api/operations.ts';
import type { IssueChange, useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issueMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { useKeys } from '../../ui/keys.ts';
import { StateMark } from '../../ui/mark.tsx';
import { usePageVerbs } from '../../cache/page-verbs.ts';
import { Text } from '../../ui/text.tsx';
import { AssigneeState } from './assignee-state.tsx';
import { AssigneePicker, LabelPicker, PriorityPicker } from './pickers.tsx';
import { Status } from './status.tsx';
import { Children } from './children.tsx';
import { DueForm, DueTime } from './due.tsx';
import { IssueCost } from './issue-cost.tsx';
import { Places } from './place.tsx';
import { BlockerPicker, GoalPicker, ParentPicker, ProjectPicker } from './place-pickers.tsx';
import { Approvals, Blockers, Runs } from './relations.tsx';
import css from './issue.module.css';
import { Review } from './review.tsx';
import { Waits } from './waits.tsx';
import { WhyWoken } from './why-woken.tsx';

type IssueDetail = Output<'getIssue'>;

export interface SideProps {
  readonly issue: IssueDetail;
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly mayWrite: boolean;
}

type Open =
  | 'status'
  | 'assignee'
  | 'priority'
  | 'labels'
  | 'due'
  | 'project'
  | 'goal'
  | 'parent'
  | 'blockers'
  | 'why';

/** For the palette. */
const verbs: readonly (readonly [Open, string, string?])[] = [
  ['assignee', 'Assign: change assignee', 'a'],
  ['status', 'Change status', 's'],
  ['priority', 'Change priority', 'p'],
  ['labels', 'Change labels', 'l'],
  ['due', 'Change due date', 'd'],
  ['project', 'Change project'],
  ['goal', 'Change goal'],
  ['parent', 'Change parent'],
  ['blockers', 'Change blockers'],
];

export function Side({ issue, change, mayWrite }: SideProps): ReactElement {
  const company = useCompany();
  const names = useNames(company.id);
  const [open, setOpen] = useState<Open | undefined>();
  const close = (): void => setOpen(undefined);
  const openIf = (what: Open, may: boolean) => () => may && setOpen(what);
  useKeys({
    s: openIf('status', mayWrite),
    a: openIf('assignee', mayWrite),
    p: openIf('priority', mayWrite),
    l: openIf('labels', mayWrite),
    d: openIf('due', mayWrite),
    w: openIf('why', issue.assigneeAgentId !== null),
  });
  usePageVerbs(
    mayWrite
      ? verbs.map(([what, label, hotkey]) => ({
          label: `${label} of ${issue.identifier}`,
          act: () => setOpen(what),
          ...(hotkey === undefined ? {} : { hotkey }),
        }))
      : [],
  );
  const who = names.of(issue.assigneeAgentId, issue.assigneeUserId);
  const author = names.of(issue.createdByAgentId, issue.createdByUserId);
  return (
    <aside className={css.side} aria-label="Facts">
      <dl className={css.facts}>
        <Fact word="Status" hotkey="s" onOpen={mayWrite && (() => setOpen('status'))}>
          <StateMark kind="issue" mark={issueMarks[issue.status]} word />
        </Fact>
        <Fact word="Assignee" hotkey="a" onOpen={mayWrite && (() => setOpen('assignee'))}>
          {who === undefined ? <span className="dim">No one</span> : <Text of={who} />}
        </Fact>
        {issue.assigneeAgentId !== null && <AssigneeState agentId={issue.assigneeAgentId} />}
        <Fact word="Priority" hotkey="p" onOpen={mayWrite && (() => setOpen('priority'))}>
          {issue.priority}
        </Fact>
        <Fact word="Labels" hotkey="l" onOpen={mayWrite && (() => setOpen('labels'))}>
          <Text of={issue.labels.map(({ name }) => name).join(', ') || 'None'} />
        </Fact>
        <Fact word="Due" hotkey="d" onOpen={mayWrite && (() => setOpen('due'))}>
          <DueTime issue={issue} />
        </Fact>
        <Places issue={issue} mayWrite={mayWrite} onOpen={setOpen} />
        <IssueCost issueId={issue.id} />
        <Fact word="Created">
          <span>
            <Ago time={issue.createdAt} zone={company.timeZone} />
            {author !== undefined && (
              <>
                {' '}
                by <Text of={author} />
              </>
            )}
          </span>
        </Fact>
        {issue.assigneeAgentId !== null && (
          <Fact word="Woken" hotkey="w" onOpen={() => setOpen('why')}>
            <span>Why, or why not</span>
          </Fact>
        )}
      </dl>
      <Blockers issue={issue} onChange={mayWrite && (() => setOpen('blockers'))} />
      <Review issue={issue} change={change} mayWrite={mayWrite} />
      <Children issue={issue} change={change} mayWrite={mayWrite} />
      <Waits issueId={issue.id} mayWrite={mayWrite} />
      <Approvals issue={issue} />
      <Runs issue={issue} />
      <OpenPicker open={open} issue={issue} change={change} onClose={close} />
    </aside>
  );
}

/** What is open over the page, to change a fact. */
function OpenPicker({
  open,
  issue,
  change,
  onClose,
}: Omit<SideProps, 'mayWrite'> & {
  readonly open: Open | undefined;
  readonly onClose: () => void;
}): ReactElement | null {
  const pickers = {
    onPick: (fields: IssueChange) =>
      change.mutate({ issue, change: fields, key: crypto.randomUUID() }),
    onClose,
  };
  switch (open) {
    case 'status':
      return <Status {...pickers} issue={issue} />;
    case 'assignee':
      return <AssigneePicker {...pickers} />;
    case 'priority':
      return <PriorityPicker {...pickers} />;
    case 'labels':
      return <LabelPicker {...pickers} held={issue.labelIds} />;
    case 'due':
      return <DueForm issue={issue} change={change} onClose={onClose} />;
    case 'project':
      return <ProjectPicker {...pickers} />;
    case 'goal':
      return <GoalPicker {...pickers} />;
    case 'parent':
      return <ParentPicker {...pickers} issueId={issue.id} />;
    case 'blockers':
      return <BlockerPicker {...pickers} issueId={issue.id} held={issue.blockedByIssueIds} />;
    case 'why':
      return issue.assigneeAgentId === null ? null : (
        <WhyWoken issueId={issue.id} agentId={issue.assigneeAgentId} onClose={onClose} />
      );
    case undefined:
      return null;
  }
}

function Fact({
  word,
  hotkey,
  onOpen,
  children,
}: {
  readonly word: string;
  readonly hotkey?: string;
  readonly onOpen?: (() => void) | false;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        {onOpen ? (
          <button type="button" className={css.fact} aria-keyshortcuts={hotkey} onClick={onOpen}>
            <span className="only-read">Change {word.toLowerCase()}: </span>
            {children}
            <kbd aria-hidden="true">{hotkey}</kbd>
          </button>
        ) : (
          children
        )}
      </dd>
    </>
  );
}
