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
  const { data } = useQuery(documentQuery(id, of, document));
  const remove = useDeleteDocument(of, onClose);
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
      <p>Its text and all versions are deleted. It cannot be restored.</p>
    </FormDialog>
  );
}
