/** Takes a document away with its versions, as it was when the reader saw it. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import {
  documentQuery,
  useDeleteDocument,
  type DocumentOwner,
} from '../../cache/document-queries.ts';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly of: DocumentOwner;
  readonly document: string;
  readonly onClose: () => void;
}

export function DeleteDocument({ of, document, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const remove = useDeleteDocument(of, onClose);
  // The event of the deletion may arrive before the answer: what is gone is not read again.
  const { data } = useQuery({ ...documentQuery(id, of, document), enabled: !remove.isPending });
  const submit = (): void => {
    if (data) remove.mutate({ document, ifVersion: data.version });
  };
  return (
    <FormDialog
      title={`Delete ${document}`}
      verb="Delete"
      danger
      error={remove.error}
      isPending={remove.isPending}
      ready={data !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Deletes its text and all versions. This cannot be undone.</p>
    </FormDialog>
  );
}
