/** Changes all issues of the list at once: the count first, then the change, then its receipt. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { bulkDecidedMax } from 'virtual:contracts/planning';
import { bulkInput, bulkPreviewQuery, bulkReceiptQuery } from '../../cache/bulk-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import type { Output } from '../../api/operations.ts';
import { counted } from '../../domain/count.ts';
import {
  bulkChangeOf,
  previewOf,
  progressOf,
  unchanged,
  type BulkFilter,
} from '../../domain/issues/bulk.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { BulkFields } from './bulk-fields.tsx';
import css from './issues.module.css';

interface Props {
  readonly filter: BulkFilter;
  readonly onClose: () => void;
}

export function ChangeAll({ filter, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const [values, setValues] = useState(unchanged);
  const change = bulkChangeOf(values);
  const preview = useQuery(bulkPreviewQuery(id, filter, change));
  const write = useWrite('changeIssues');
  const begun = write.data?.bulkChangeId ?? undefined;
  if (begun !== undefined) return <BulkReceipt bulkChangeId={begun} onClose={onClose} />;
  const matched = preview.data?.matched ?? 0;
  return (
    <FormDialog
      title="Change all listed issues"
      verb={matched === 0 ? 'Change' : `Change ${counted(matched, 'issue')}`}
      error={write.error ?? preview.error}
      isPending={write.isPending}
      ready={change !== undefined && matched > 0}
      onSubmit={() => change && write.mutate(bulkInput(id, filter, change))}
      onClose={onClose}
    >
      <BulkFields values={values} onSet={(set) => setValues({ ...values, ...set })} />
      <p role="status">
        {change === undefined
          ? 'Choose at least one field. Each issue is changed or refused separately.'
          : preview.data && previewOf(preview.data, bulkDecidedMax)}
      </p>
      {preview.data && <Refused of={preview.data} />}
    </FormDialog>
  );
}

function BulkReceipt({
  bulkChangeId,
  onClose,
}: Pick<Props, 'onClose'> & { readonly bulkChangeId: string }): ReactElement {
  const { id } = useCompany();
  const { data, error, refetch } = useQuery(bulkReceiptQuery(id, bulkChangeId));
  return (
    <Dialog label="Change of all issues" onClose={onClose} wide>
      <h1>{data?.state === 'done' ? 'Done' : 'The issues are being changed'}</h1>
      <p role="status">{data && progressOf(data)}</p>
      {data?.state === 'running' && (
        <p className="dim">The change continues after you close this dialog.</p>
      )}
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {data && <Refused of={data} />}
      <div className={css.ends}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Refused({ of }: { readonly of: Output<'getBulkChange'> }): ReactElement | null {
  const { issuePrefix } = useCompany();
  if (of.firstRefused.length === 0) return null;
  return (
    <ul className={css.refused} aria-label="Refused">
      {of.firstRefused.map(({ issueId, identifier, error }) => (
        <li key={issueId}>
          <Link
            to="/$prefix/issues/$ref"
            params={{ prefix: issuePrefix, ref: identifier }}
            className="mono"
          >
            {identifier}
          </Link>{' '}
          {error}
        </li>
      ))}
    </ul>
  );
}
