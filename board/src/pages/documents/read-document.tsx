/** A document over the page, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { documentQuery, type DocumentOwner } from '../../cache/document-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './documents.module.css';

export type Act = 'write' | 'compare' | 'delete';

interface Props {
  readonly of: DocumentOwner;
  readonly document: string;
  readonly mayWrite: boolean;
  readonly onAct: (act: Act) => void;
  readonly onClose: () => void;
}

export function ReadDocument({ of, document, mayWrite, onAct, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const text = useQuery(documentQuery(id, of, document));
  return (
    <Dialog label={`Document ${document}`} onClose={onClose} wide>
      <p className="mono dim">{document}</p>
      <ProblemNote error={text.error} onRetry={() => void text.refetch()} />
      {text.isPending && <Waiting rows={3} />}
      {text.data && (
        <div className={css.text}>
          <Prose text={text.data.body} />
        </div>
      )}
      <div className={css.ends}>
        {mayWrite && (
          <Button look="quiet" onClick={() => onAct('delete')}>
            Delete
          </Button>
        )}
        <Button onClick={() => onAct('compare')}>Versions</Button>
        {mayWrite && <Button onClick={() => onAct('write')}>Change</Button>}
        <Button look="main" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
