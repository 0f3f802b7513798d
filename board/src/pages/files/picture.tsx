/** A picture of an issue, over the page. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { pictureQuery, type IssueFile } from '../../cache/file-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './files.module.css';

interface Props {
  readonly file: IssueFile;
  readonly onClose: () => void;
}

export function Picture({ file, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const picture = useQuery(pictureQuery(id, file));
  return (
    <Dialog label={file.name} onClose={onClose} wide>
      <ProblemNote error={picture.error} onRetry={() => void picture.refetch()} />
      {picture.data && <img className={css.picture} src={picture.data} alt={file.name} />}
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}
