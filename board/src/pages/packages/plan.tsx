/** A plan, row by row: refused, created and skipped, before anything is created. */
import type { PackageRow } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { counted } from '../../domain/count.ts';
import { kindWords, noteOf, rowsBy } from '../../domain/packages/rows.ts';
import { Button } from '../../ui/controls.tsx';
import { Section } from '../../ui/ledger.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import css from './packages.module.css';

/** Rows that are shown at first. */
const ROWS = 200;

const actions = [
  ['refuse', 'Refused'],
  ['create', 'To be created'],
  ['skip', 'Skipped'],
] as const;

const columns: readonly Column<PackageRow>[] = [
  {
    word: 'File',
    render: ({ path, name }) => (
      <span className={css.file}>
        {name !== null && <Text of={name} />}
        <span className="mono dim">
          <Text of={path} />
        </span>
      </span>
    ),
  },
  { word: 'Kind', render: ({ kind }) => kindWords[kind] },
  { word: 'Note', render: (row) => <Text of={noteOf(row)} /> },
];

export const Plan = ({ rows }: { readonly rows: readonly PackageRow[] }): ReactElement => (
  <>
    {actions.map(([action, title]) => (
      <Part key={action} title={title} rows={rowsBy(rows, action)} loud={action === 'refuse'} />
    ))}
  </>
);

interface PartProps {
  readonly title: string;
  readonly rows: readonly PackageRow[];
  readonly loud: boolean;
}

function Part({ title, rows, loud }: PartProps): ReactElement | null {
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, ROWS);
  return (
    <Section title={title} count={rows.length} loud={loud}>
      <Table
        label={title}
        columns={columns}
        rows={shown}
        keyOf={({ path, kind, leftOut }) => [path, kind, ...leftOut].join('\n')}
      />
      {shown.length < rows.length && (
        <Button look="quiet" onClick={() => setIsWhole(true)}>
          Show all {counted(rows.length, 'file')}
        </Button>
      )}
    </Section>
  );
}
