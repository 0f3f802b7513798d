/** The versions of a document, and what has changed from one of them to now. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { documentQuery, versionsQuery, type DocumentOwner } from '../../cache/document-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextDifference } from '../agent/difference-list.tsx';
import { Redact } from '../redaction/redact.tsx';
import { Facts } from './document-facts.tsx';
import css from './documents.module.css';

interface Props {
  readonly of: DocumentOwner;
  readonly document: string;
  readonly onClose: () => void;
}

export function CompareVersions({ of, document, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const versions = useQuery(versionsQuery(id, of, document));
  const [chosen, setChosen] = useState<number | undefined>();
  const [newest] = versions.data ?? [];
  const mayWrite = useRights(id).mayWrite;
  return (
    <Dialog label={`Versions of ${document}`} onClose={onClose} wide>
      <h1>Versions of {document}</h1>
      <ProblemNote error={versions.error} onRetry={() => void versions.refetch()} />
      {versions.isPending && <Waiting rows={3} />}
      <ol className={css.rows}>
        {(versions.data ?? []).map((row) => (
          <li key={row.version}>
            <Facts of={row} />
            {mayWrite && !row.redacted && (
              <RedactVersion of={of} document={document} version={row.version} />
            )}
            {row !== newest && (
              <Button look="quiet" onClick={() => setChosen(row.version)}>
                Compare version {row.version} with now
              </Button>
            )}
          </li>
        ))}
      </ol>
      {chosen !== undefined && <Difference {...{ of, document }} from={chosen} />}
      <div className={css.ends}>
        <Button look="main" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function RedactVersion({
  of,
  document,
  version,
}: Omit<Props, 'onClose'> & { readonly version: number }): ReactElement {
  const shared = {
    what: `version ${version}`,
    gone: 'Removes its text from the versions and from search. Other versions stay.',
  };
  const at = { document, version };
  if ('issueId' in of) return <Redact by="redactIssueDocument" of={{ ...of, ...at }} {...shared} />;
  return 'projectId' in of ? (
    <Redact by="redactProjectDocument" of={{ ...of, ...at }} {...shared} />
  ) : (
    <Redact by="redactCompanyDocument" of={{ ...of, ...at }} {...shared} />
  );
}

function Difference({
  of,
  document,
  from,
}: Omit<Props, 'onClose'> & { readonly from: number }): ReactElement {
  const { id } = useCompany();
  const then = useQuery(documentQuery(id, of, document, from));
  const now = useQuery(documentQuery(id, of, document));
  return (
    <section aria-label={`From version ${from} to now`}>
      <h2>From version {from} to now</h2>
      <ProblemNote error={then.error ?? now.error} />
      {then.data && now.data ? (
        <TextDifference before={then.data.body} after={now.data.body} />
      ) : (
        <Waiting rows={3} />
      )}
    </section>
  );
}
