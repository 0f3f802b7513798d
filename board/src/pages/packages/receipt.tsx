/** One import: how far it is, and then its receipt with a link to each thing. */
import type { PackageImportRow } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { refusalTitles } from 'virtual:contracts/refusals';
import { useCompany } from '../../cache/company.ts';
import { packageImportQuery } from '../../cache/packages/package-queries.ts';
import { routinesQuery } from '../../cache/routine-queries.ts';
import { kindWords, progressOf, stateWords } from '../../domain/packages/rows.ts';
import { Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Table } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import css from './packages.module.css';
import { addressOf } from './thing-address.ts';

export function Receipt({ packageImportId }: { readonly packageImportId: string }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { data, error, refetch } = useQuery(packageImportQuery(id, packageImportId));
  const routines = useQuery(routinesQuery(id)).data ?? [];
  const routineIds = new Set(routines.map((routine) => routine.id));
  const isRunning = data?.status === 'running';
  if (error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { waiting, ...ended } = data.counts;
  const all = Object.values(ended).reduce((sum, each) => sum + each, 0);
  return (
    <Section title={isRunning ? 'Import in progress' : 'Imported'}>
      <div className={css.narrow}>
        <p role="status">{progressOf(data)}.</p>
        <progress aria-label="Progress" value={all} max={waiting + all} />
        <p className={css.lead}>
          {isRunning
            ? 'The import continues after you close this page.'
            : 'Agents and routines are paused. Read their instructions, give each agent a command, then resume it.'}
        </p>
        <p className={css.bar}>
          <Link to="/$prefix/agents" params={{ prefix: issuePrefix }}>
            Agents
          </Link>
          <Link
            to="/$prefix/settings/$section"
            params={{ prefix: issuePrefix, section: 'package' }}
            search={{}}
          >
            Import another package
          </Link>
        </p>
      </div>
      <Table
        label="Entries"
        rows={data.rows}
        keyOf={({ kind, slug }) => `${kind} ${slug}`}
        to={(row) => addressOf(row, issuePrefix, routineIds)}
        columns={[
          { word: 'Name', render: ({ slug }) => <Text of={slug} /> },
          { word: 'Kind', render: ({ kind }) => kindWords[kind] },
          { word: 'State', render: stateOf },
        ]}
      />
    </Section>
  );
}

const stateOf = ({ status, code }: PackageImportRow): string =>
  code === null ? stateWords[status] : `${stateWords[status]}: ${whyOf(code)}`;

const whyOf = (code: string): string => refusalTitles[code] ?? code.replaceAll('_', ' ');
