/** The decision, with its note. It is bound to the revision that was read: a newer one is refused. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useReadAgain } from '../../cache/write.ts';
import { useCompany } from '../../cache/company.ts';
import { useDraft } from '../../cache/draft.ts';
import { approvalQuery } from '../../cache/queries.ts';
import { Area, Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './approvals.module.css';
import { Reject } from './reject.tsx';

type Decide = 'approveApproval' | 'rejectApproval' | 'requestRevision';

interface Props {
  readonly approval: Output<'getApproval'>;
  readonly onDecided?: (() => void) | undefined;
}

export function Verdict({ approval, onDecided }: Props): ReactElement {
  const { id } = useCompany();
  const client = useQueryClient();
  const [note, setNote, clear] = useDraft(`verdict.${approval.id}`);
  const [rejects, setRejects] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const readAgain = useReadAgain();
  const decide = useMutation({
    mutationFn: (name: Decide) =>
      call(
        name,
        {
          approvalId: approval.id,
          revision: approval.revision,
          ifVersion: approval.version,
          ...(note.text.trim() === '' ? {} : { decisionNote: note.text }),
        },
        { key: `${note.key}.${name}` },
      ),
    onSuccess: (decided, name) => {
      clear();
      client.setQueryData(approvalQuery(id, approval.id).queryKey, decided);
      onDecided?.();
      return readAgain(name);
    },
    // Somebody else may have decided.
    onError: (_error, name) => readAgain(name),
  });
  /** The keys lead to the note, and Tab from there to the answers; a rejection asks for its reason. */
  const openNote = (): void => form.current?.querySelector('textarea')?.focus();
  useKeys({ A: openNote, R: () => setRejects(true), E: openNote });
  const answer = (name: Decide) => (): void => decide.mutate(name);
  const hasNote = note.text.trim() !== '';
  return (
    <>
      <form
        ref={form}
        className={css.verdict}
        aria-label="Decision"
        onSubmit={(event) => event.preventDefault()}
      >
        <Area
          label="Note"
          hint="The requester reads it."
          value={note.text}
          onChange={(event) => setNote(event.target.value)}
        />
        <ProblemNote error={rejects ? undefined : decide.error} />
        <div className={css.answers}>
          <Button look="main" disabled={decide.isPending} onClick={answer('approveApproval')}>
            Approve
          </Button>
          <Button
            disabled={decide.isPending}
            cannot={hasNote ? undefined : 'Say in the note what to change.'}
            onClick={answer('requestRevision')}
          >
            Ask for a revision
          </Button>
          <Button look="danger" disabled={decide.isPending} onClick={() => setRejects(true)}>
            Reject
          </Button>
        </div>
      </form>
      {rejects && (
        <Reject
          approval={approval}
          reason={note.text}
          error={decide.error}
          isPending={decide.isPending}
          onReason={setNote}
          onReject={answer('rejectApproval')}
          onClose={() => setRejects(false)}
        />
      )}
    </>
  );
}
