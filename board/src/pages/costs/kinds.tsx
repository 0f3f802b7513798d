/** The month by kind, most expensive first: the legend of the chart, with limits and what is unknown. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { costsByQuery, type CostRow, type Split } from '../../cache/cost-queries.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import type { CostDay } from '../../domain/cost-days.ts';
import { figure, shares } from '../../domain/count.ts';
import { dollars } from '../../domain/money.ts';
import { Button } from '../../ui/controls.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Spent } from '../../ui/bars/spent.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useCostAddress, type CostSearch } from './cost-address.ts';
import css from './costs.module.css';
import { kindOfRow, useKindWords } from './kind-words.ts';
import { RaiseLimit, type LimitOf } from './raise-limit.tsx';
import { RowName } from './row-name.tsx';

interface Limited {
  readonly of: LimitOf;
  readonly row: CostRow;
}

export function Kinds({ days }: { readonly days: readonly CostDay[] }): ReactElement {
  const { id } = useCompany();
  const { month, by, isCurrent } = useCostAddress();
  const { agents } = useNames(id);
  const { mayManageBudgets } = useRights(id);
  const costs = useInfiniteQuery(costsByQuery(id, month, by));
  const [limit, setLimit] = useState<Limited | undefined>();
  const rows = costs.data?.pages.flatMap(({ items }) => items) ?? [];
  const all = days.reduce((sum, { costCents }) => sum + costCents, 0);
  const raise = (row: CostRow): void => {
    const agent = agents.get(row.agentId ?? '');
    const { agentId, agentName } = row;
    const name = agent?.name ?? agentName ?? '';
    setLimit({ of: { agentId, name, version: agent?.version }, row });
  };
  return (
    <div className={css.kinds}>
      <ProblemNote error={costs.error} onRetry={() => void costs.refetch()} />
      {costs.isPending && <Waiting rows={4} />}
      {rows.length > 0 && (
        <KindTable
          rows={rows}
          days={days}
          allCents={all}
          onRaise={by === 'agent' && isCurrent && mayManageBudgets ? raise : undefined}
        />
      )}
      {costs.hasNextPage && (
        <Button disabled={costs.isFetchingNextPage} onClick={() => void costs.fetchNextPage()}>
          Show more
        </Button>
      )}
      {limit && (
        <RaiseLimit
          of={limit.of}
          spentCents={limit.row.costCents}
          limitCents={limit.row.budgetMonthlyCents ?? 0}
          onClose={() => setLimit(undefined)}
        />
      )}
    </div>
  );
}

function KindTable({
  rows,
  days,
  allCents,
  onRaise,
}: {
  readonly rows: readonly CostRow[];
  readonly days: readonly CostDay[];
  readonly allCents: number;
  readonly onRaise: ((row: CostRow) => void) | undefined;
}): ReactElement {
  const { by } = useCostAddress();
  const words = useKindWords(days);
  const parts = shares(
    rows.map(({ costCents }) => costCents),
    allCents,
  );
  const columns: readonly Column<CostRow>[] = [
    {
      word: titles[by],
      render: (row) => (
        <RowName
          row={row}
          split={by}
          colour={by === 'issue' ? undefined : words.colourOf(kindOfRow(row, by))}
          search={searchOfRow(row)}
        />
      ),
    },
    {
      word: 'Spent',
      figure: true,
      render: ({ costCents, budgetMonthlyCents = 0, reservedCents }) => (
        <Spent
          cents={costCents}
          limitCents={onRaise ? budgetMonthlyCents : 0}
          reservedCents={reservedCents}
        />
      ),
    },
    {
      word: 'Share',
      figure: true,
      wide: true,
      render: (row) => (allCents > 0 ? parts[rows.indexOf(row)] : ''),
    },
    ...(onRaise ? [reservedColumn, raiseColumn(onRaise)] : []),
    { word: 'Unknown prices', figure: true, wide: true, render: unknownOf },
    {
      word: 'Tokens in, out',
      figure: true,
      wide: true,
      render: ({ inputTokens, outputTokens }) => `${figure(inputTokens)}, ${figure(outputTokens)}`,
    },
    { word: 'Bookings', figure: true, wide: true, render: ({ events }) => figure(events) },
  ];
  return <Table label={`Costs by ${by}`} columns={columns} rows={rows} keyOf={keyOf} />;
}

const titles: Readonly<Record<Split, string>> = {
  agent: 'Agent',
  project: 'Project',
  model: 'Model',
  issue: 'Issue',
};

const reservedColumn: Column<CostRow> = {
  word: 'Reserved',
  figure: true,
  wide: true,
  render: ({ reservedCents = 0 }) => dollars(reservedCents),
};

const raiseColumn = (onRaise: (row: CostRow) => void): Column<CostRow> => ({
  word: 'Limit',
  render: (row) => (
    <Button look="quiet" onClick={() => onRaise(row)}>
      {(row.budgetMonthlyCents ?? 0) === 0 ? 'Set' : 'Change'}
    </Button>
  ),
});

function unknownOf({ unknownCents, unknownEvents = 0 }: CostRow): ReactElement {
  if (unknownCents === 0 && unknownEvents === 0) return <span className="dim">none</span>;
  return (
    <span className={css.unknown}>
      {unknownEvents} charged {dollars(unknownCents)}
    </span>
  );
}

const keyOf = (row: CostRow): string =>
  row.agentId ?? row.projectId ?? row.issueId ?? `${row.provider ?? ''}/${row.model ?? ''}`;

/** The bookings of a row; those of a model, or of none, cannot be asked for. */
function searchOfRow({ agentId, projectId, issueId }: CostRow): CostSearch | undefined {
  if (agentId) return { agent: agentId };
  if (projectId) return { project: projectId };
  return issueId ? { issue: issueId } : undefined;
}
