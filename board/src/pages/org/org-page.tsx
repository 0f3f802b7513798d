/** Who reports to whom: an outline, a chart, a table. */
import type { OrgNode } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { orgQuery } from '../../cache/agent-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { counted } from '../../domain/count.ts';
import { orgLines, type OrgLine } from '../../domain/agents/org.ts';
import { Empty, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import css from './org.module.css';
import { Outline } from './outline.tsx';
import { OrgTable } from './org-table.tsx';

/** Its layout comes with the first chart. */
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

const views = { outline: 'Outline', chart: 'Chart', table: 'Table' } as const;
type View = keyof typeof views;

const viewOf = (name: string | undefined): View =>
  name !== undefined && name in views ? (name as View) : 'outline';

export function OrgPage(): ReactElement {
  const company = useCompany();
  const org = useQuery(orgQuery(company.id));
  const { view: name } = useSearch({ from: '/frame/$prefix/org' });
  const view = viewOf(name);
  const lines = orgLines(org.data ?? []);
  useRowKeys();
  return (
    <Page title="Org" actions={lines.length > 0 && <PrintButton />}>
      <Tabs
        label="Views"
        current={view}
        tabs={Object.entries(views).map(([id, word]) => ({
          id,
          word,
          address: {
            to: '/$prefix/org',
            params: { prefix: company.issuePrefix },
            search: id === 'outline' ? {} : { view: id },
          },
        }))}
      />
      <ProblemNote error={org.error} onRetry={() => void org.refetch()} />
      {org.isPending && <Waiting rows={8} />}
      {org.isSuccess && lines.length === 0 && (
        <Empty>
          <p>
            No agent works here yet.{' '}
            <Link to="/$prefix/agents" params={{ prefix: company.issuePrefix }}>
              Add one
            </Link>
            , and choose its manager there.
          </p>
        </Empty>
      )}
      {org.data && lines.length > 0 && (
        <>
          <p className={css.summary}>{summaryOf(lines)}</p>
          <Suspense fallback={<Waiting rows={8} />}>
            <Shown view={view} nodes={org.data} lines={lines} />
          </Suspense>
        </>
      )}
    </Page>
  );
}

function Shown({
  view,
  nodes,
  lines,
}: {
  readonly view: View;
  readonly nodes: readonly OrgNode[];
  readonly lines: readonly OrgLine[];
}): ReactElement {
  if (view === 'chart') return <Chart nodes={nodes} />;
  return view === 'table' ? <OrgTable lines={lines} /> : <Outline nodes={nodes} />;
}

function summaryOf(lines: readonly OrgLine[]): string {
  const levels = Math.max(...lines.map(({ depth }) => depth)) + 1;
  const top = lines.filter(({ depth }) => depth === 0).length;
  const agents = counted(lines.length, 'agent');
  const report = counted(top, 'reports', 'report');
  return `${agents} in ${counted(levels, 'level')}; ${report} to the board.`;
}
