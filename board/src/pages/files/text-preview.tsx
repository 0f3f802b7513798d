/** The beginning of a file as text, over the page: what is written in it is neither shown as a page nor run. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { TEXT_MAX_BYTES, textQuery, type IssueFile } from '../../cache/file-queries.ts';
import { visible } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

interface Props {
  readonly file: IssueFile;
  readonly onClose: () => void;
}

export function TextPreview({ file, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const text = useQuery(textQuery(id, file));
  return (
    <Dialog label={file.name} onClose={onClose} wide>
      <ProblemNote error={text.error} onRetry={() => void text.refetch()} />
      {text.data !== undefined && (
        <div dir="auto">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys */}
          <pre className="verbatim" tabIndex={0} role="group" aria-label="Text">
            {visible(text.data)}
          </pre>
        </div>
      )}
      {file.bytes > TEXT_MAX_BYTES && (
        <p>The first {TEXT_MAX_BYTES / 1_024} KB. Download it for the rest.</p>
      )}
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}
