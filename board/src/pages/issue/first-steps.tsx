import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { useChangeIssue } from '../../cache/change-issue.ts';
import { Button } from '../../ui/controls.tsx';
import start from '../start/start.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
}

const words = {
  waits: 'Your agent has been woken. Its run appears on this page in a moment.',
  works: 'Your agent is at work. Open its run to watch what it writes.',
  review: 'The work is ready. Read the comment; if it is what you wanted, press Done.',
  done: 'That was the first issue. The run has its log and its cost; press c for the next issue.',
} as const;

/** Guides through the first issue, and is gone when the page is opened another time. */
export function FirstSteps({ issue, change }: Props): ReactElement | null {
  const { first }: { first?: boolean } = useSearch({ strict: false });
  if (first !== true) return null;
  const text = {
    backlog: words.waits,
    todo: words.waits,
    in_progress: words.works,
    blocked: words.works,
    in_review: words.review,
    done: words.done,
    cancelled: words.done,
  }[issue.status];
  const finish = (): void =>
    change.mutate({ issue, change: { status: 'done' }, key: crypto.randomUUID() });
  return (
    <div className={start.first} role="status">
      <p>{text}</p>
      {issue.status === 'in_review' && (
        <Button look="main" onClick={finish}>
          Done
        </Button>
      )}
    </div>
  );
}
