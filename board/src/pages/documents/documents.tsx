/** The documents of an issue, a project or a company, each read, written and compared over the page. */
import type { Document } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { documentsQuery, type DocumentOwner } from '../../cache/document-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { Facts } from './document-facts.tsx';
import { DeleteDocument } from './delete-document.tsx';
import css from './documents.module.css';
import { NewDocument, WriteDocument } from './write-document.tsx';
import { ReadDocument, type Act } from './read-document.tsx';

interface Props {
  readonly of: DocumentOwner;
  readonly mayWrite: boolean;
}

/** What lies over the page. */
interface Open {
  readonly key: string;
  readonly act: Act | 'read';
}

export function Documents({ of, mayWrite }: Props): ReactElement | null {
  const { id: companyId } = useCompany();
  const documents = useQuery(documentsQuery(companyId, of));
  const [open, setOpen] = useState<Open | undefined>();
  const [isNew, setIsNew] = useState(false);
  const rows = documents.data ?? [];
  if (rows.length === 0 && !mayWrite) return null;
  const close = (): void => setOpen(undefined);
  return (
    <section aria-label="Documents" className={css.list}>
      {rows.length > 0 && <h2>Documents</h2>}
      <ProblemNote error={documents.error} onRetry={() => void documents.refetch()} />
      <ul className={css.rows}>
        {rows.map((row) => (
          <OneRow key={row.id} row={row} onRead={() => setOpen({ key: row.key, act: 'read' })} />
        ))}
      </ul>
      {mayWrite && <Button onClick={() => setIsNew(true)}>Write a document</Button>}
      {isNew && <NewDocument of={of} onClose={() => setIsNew(false)} />}
      {open?.act === 'read' && (
        <ReadDocument
          {...{ of, mayWrite }}
          document={open.key}
          onAct={(act) => setOpen({ key: open.key, act })}
          onClose={close}
        />
      )}
      {open?.act === 'write' && <WriteDocument of={of} document={open.key} onClose={close} />}
      {open?.act === 'compare' && <CompareVersions of={of} document={open.key} onClose={close} />}
      {open?.act === 'delete' && <DeleteDocument of={of} document={open.key} onClose={close} />}
    </section>
  );
}

function OneRow({
  row,
  onRead,
}: {
  readonly row: Document;
  readonly onRead: () => void;
}): ReactElement {
  return (
    <li>
      <Button look="quiet" onClick={onRead}>
        <span className="mono">{row.key}</span>
      </Button>
      <Text of={row.title} />
      <Facts of={row} />
    </li>
  );
}
