import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useWrite } from '../../cache/write.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** Takes an issue back that has ended. Its assignee, who is woken, is told the rest in a comment. */
export function Reopen({ issue }: { readonly issue: Output<'getIssue'> }): ReactElement {
  const reopen = useWrite('reopenIssue');
  return (
    <>
      <Button disabled={reopen.isPending} onClick={() => reopen.mutate({ issueId: issue.id })}>
        Reopen
      </Button>
      <ProblemNote error={reopen.error} />
    </>
  );
}
