import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button, Field } from '../controls.tsx';
import { FormDialog } from '../form.tsx';

/** For owners alone; the bar of a company that waits for its erasure takes it back. */
export function EraseCompany(): ReactElement | null {
  const { id, erasesAt } = useCompany();
  const { isOwner } = useRights(id);
  const [asks, setAsks] = useState(false);
  if (!isOwner || erasesAt) return null;
  return (
    <>
      <Button look="danger" onClick={() => setAsks(true)}>
        Erase this company
      </Button>
      {asks && <EraseDialog onClose={() => setAsks(false)} />}
    </>
  );
}

function EraseDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { id, name } = useCompany();
  const [typed, setTyped] = useState('');
  const erase = useWrite('eraseCompany', onClose);
  return (
    <FormDialog
      title={`Erase ${oneLine(name)}`}
      verb="Erase it in 7 days"
      danger
      ready={typed.trim() === name.trim()}
      error={erase.error}
      isPending={erase.isPending}
      onSubmit={() => erase.mutate({ companyId: id })}
      onClose={onClose}
    >
      <p>
        Every run ends now, and nobody can change anything. After seven days all of it is deleted:
        agents, issues, comments, documents, files, approvals, costs, keys, webhooks and activity.
        Until then an owner can take it back; after that nobody can.
      </p>
      <Field
        label="Name of the company"
        required
        value={typed}
        hint={`Write ${oneLine(name)}`}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

export function TakeBackCompany(): ReactElement {
  const { id } = useCompany();
  const { isOwner } = useRights(id);
  const restore = useWrite('restoreCompany');
  return (
    <Button
      look="main"
      disabled={restore.isPending}
      cannot={isOwner ? undefined : 'Only an owner can take it back.'}
      onClick={() => restore.mutate({ companyId: id })}
    >
      Take back
    </Button>
  );
}
