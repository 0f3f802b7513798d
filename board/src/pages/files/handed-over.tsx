/** What was handed over with an issue: its documents, and its files. */
import type { ReactElement } from 'react';
import { Documents } from '../documents/documents.tsx';
import { Files } from './files.tsx';

interface Props {
  readonly issueId: string;
  readonly mayWrite: boolean;
}

export const HandedOver = ({ issueId, mayWrite }: Props): ReactElement => (
  <>
    <Documents of={{ issueId }} mayWrite={mayWrite} />
    <Files issueId={issueId} mayWrite={mayWrite} />
  </>
);
