/** The files of an issue beside its thread: added, downloaded, looked at and deleted. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import {
  filesQuery,
  isText,
  pictureTypeOf,
  useDownloadFile,
  useSendFile,
  type IssueFile,
} from '../../cache/file-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { Redact, Tombstone } from '../redaction/redact.tsx';
import { DeleteFile } from './delete-file.tsx';
import css from './files.module.css';
import { Picture } from './picture.tsx';
import { TextPreview } from './text-preview.tsx';

interface Props {
  readonly issueId: string;
  readonly mayWrite: boolean;
}

export function Files({ issueId, mayWrite }: Props): ReactElement | null {
  const { id: companyId } = useCompany();
  const files = useQuery(filesQuery(companyId, issueId));
  const [shown, setShown] = useState<IssueFile | undefined>();
  const [deleted, setDeleted] = useState<IssueFile | undefined>();
  const rows = files.data ?? [];
  if (rows.length === 0 && !mayWrite) return null;
  return (
    <section aria-label="Files" className={css.list}>
      {rows.length > 0 && <h2>Files</h2>}
      <ProblemNote error={files.error} onRetry={() => void files.refetch()} />
      <ul className={css.rows}>
        {rows.map((file) => (
          <li key={file.id}>
            {file.redacted ? (
              <Tombstone what="A file was" redacted={file.redacted} />
            ) : (
              <Download file={file} />
            )}
            <span>{sizeOf(file.bytes)}</span>
            <Text of={file.authorName} />
            {!file.redacted && (pictureTypeOf(file) || isText(file)) && (
              <Button look="quiet" onClick={() => setShown(file)}>
                View
              </Button>
            )}
            {mayWrite && !file.redacted && (
              <Redact
                what={file.name}
                gone="Removes its bytes and its name everywhere; a note that there was a file stays."
                by="redactFile"
                of={{ fileId: file.id }}
              />
            )}
            {mayWrite && (
              <Button look="quiet" onClick={() => setDeleted(file)}>
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && <AddFile issueId={issueId} />}
      {shown && <Preview file={shown} onClose={() => setShown(undefined)} />}
      {deleted && <DeleteFile file={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  );
}

interface PreviewProps {
  readonly file: IssueFile;
  readonly onClose: () => void;
}

const Preview = (props: PreviewProps): ReactElement =>
  pictureTypeOf(props.file) ? <Picture {...props} /> : <TextPreview {...props} />;

const KB = 1_024;
const sizeOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;

function Download({ file }: { readonly file: IssueFile }): ReactElement {
  const download = useDownloadFile();
  return (
    <>
      <Button look="quiet" onClick={() => download.mutate(file.id)}>
        <Text of={file.name} />
      </Button>
      <ProblemNote error={download.error} />
    </>
  );
}

function AddFile({ issueId }: { readonly issueId: string }): ReactElement {
  const send = useSendFile(issueId);
  const chosen = useRef<HTMLInputElement>(null);
  return (
    <>
      <ProblemNote error={send.error} />
      <input
        ref={chosen}
        type="file"
        hidden
        aria-label="File"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) send.mutate(file);
        }}
      />
      <Button disabled={send.isPending} onClick={() => chosen.current?.click()}>
        {send.isPending ? 'Sending' : 'Add a file'}
      </Button>
    </>
  );
}
