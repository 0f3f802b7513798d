/** Takes a file away. */
import type { ReactElement } from 'react';
import type { IssueFile } from '../../cache/file-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly file: IssueFile;
  readonly onClose: () => void;
}

export function DeleteFile({ file, onClose }: Props): ReactElement {
  const remove = useWrite('deleteFile', onClose);
  return (
    <FormDialog
      title={`Delete ${file.name}`}
      verb="Delete"
      danger
      error={remove.error}
      isPending={remove.isPending}
      ready
      onSubmit={() => remove.mutate({ fileId: file.id })}
      onClose={onClose}
    >
      <p>It cannot be restored.</p>
    </FormDialog>
  );
}
