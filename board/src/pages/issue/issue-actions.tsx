import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { Button } from '../../ui/controls.tsx';
import { HoldButton } from '../holds/hold.tsx';
import { Reopen } from './reopen.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly onEdit: () => void;
}

/** Beside the title, for those who may write. */
export function IssueActions({ issue, onEdit }: Props): ReactElement {
  return (
    <>
      {isEnded(issue.status) && <Reopen issue={issue} />}
      {!isEnded(issue.status) && issue.hold?.issueId !== issue.id && (
        <HoldButton of={{ issueId: issue.id }} />
      )}
      <Button onClick={onEdit}>Edit</Button>
    </>
  );
}
