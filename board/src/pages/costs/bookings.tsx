/** The single bookings of a day, an agent, a project or an issue. */
import type { CostEvent } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { bookingsQuery, costsByQuery, type BookingFilter } from '../../cache/cost-queries.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { figure } from '../../domain/count.ts';
import { byModel } from '../../domain/cost-days.ts';
import { dollars } from '../../domain/money.ts';
import { dayName, monthName } from '../../domain/month.ts';
import { clock } from '../../domain/time.ts';
import { Area, Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import { useCostAddress } from './cost-address.ts';
import css from './costs.module.css';

export function Bookings(): ReactElement | null {
  const { filter } = useCostAddress();
  return filter ? <Opened key={JSON.stringify(filter)} filter={filter} /> : null;
}

function Opened({ filter }: { readonly filter: BookingFilter }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { month, searchOf } = useCostAddress();
  const { mayManageBudgets } = useRights(id);
  const bookings = useInfiniteQuery(bookingsQuery(id, month, filter));
  const [takesBack, setTakesBack] = useState<CostEvent | undefined>();
  const rows = bookings.data?.pages.flatMap(({ items }) => items) ?? [];
  const title = useTitle(filter, month);
  const box = useRef<HTMLDivElement>(null);
  const { isSuccess } = bookings;
  // They open below the table, where nobody sees them who has clicked in it.
  useEffect(() => {
    if (isSuccess) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isSuccess]);
  return (
    <div ref={box}>
      <Section title={title}>
        <p className={css.opened}>
          <Link
            to="/$prefix/costs"
            params={{ prefix: issuePrefix }}
            search={searchOf({ day: '', agent: '', project: '', issue: '' })}
            activeProps={{}}
          >
            Close the bookings
          </Link>
        </p>
        <ProblemNote error={bookings.error} onRetry={() => void bookings.refetch()} />
        {bookings.isPending && <Waiting rows={4} />}
        {bookings.isSuccess && rows.length === 0 && (
          <p className={css.opened}>Nothing was booked.</p>
        )}
        {rows.length > 0 && (
          <p className={css.opened}>
            {bookings.hasNextPage ? `The newest ${rows.length} by model: ` : 'By model: '}
            <Text of={modelWords(rows)} />
          </p>
        )}
        {rows.length > 0 && (
          <BookingTable rows={rows} onTakeBack={mayManageBudgets ? setTakesBack : undefined} />
        )}
        {bookings.hasNextPage && (
          <Button
            disabled={bookings.isFetchingNextPage}
            onClick={() => void bookings.fetchNextPage()}
          >
            Show earlier bookings
          </Button>
        )}
        {takesBack && <TakeBack cost={takesBack} onClose={() => setTakesBack(undefined)} />}
      </Section>
    </div>
  );
}

function useTitle({ day, agentId, projectId, issueId }: BookingFilter, month: string): string {
  const { id } = useCompany();
  const names = useNames(id);
  const of = [
    agentId === undefined ? undefined : names.of(agentId, null),
    projectId === undefined ? undefined : 'one project',
    issueId === undefined ? undefined : 'one issue',
  ].filter((each) => each !== undefined);
  const when = day === undefined ? monthName(month) : dayName(day);
  return `Bookings of ${[...of, when].join(', ')}`;
}

const modelWords = (rows: readonly CostEvent[]): string =>
  byModel(rows)
    .map(({ model, cents }) => `${model} ${dollars(cents)}`)
    .join(', ');

const statusWords = { measured: '', estimated: 'estimated', unknown: 'price unknown' } as const;

function BookingTable({
  rows,
  onTakeBack,
}: {
  readonly rows: readonly CostEvent[];
  readonly onTakeBack: ((cost: CostEvent) => void) | undefined;
}): ReactElement {
  const { id, issuePrefix, timeZone } = useCompany();
  const names = useNames(id);
  const identifierOf = useIdentifiers();
  const columns: readonly Column<CostEvent>[] = [
    { word: 'When', render: ({ occurredAt }) => clock(occurredAt, timeZone) },
    { word: 'Agent', render: ({ agentId }) => <Text of={names.of(agentId, null) ?? ''} /> },
    {
      word: 'Issue',
      wide: true,
      render: ({ issueId }) =>
        issueId !== null && (
          <Link to="/$prefix/issues/$ref" params={{ prefix: issuePrefix, ref: issueId }}>
            {identifierOf(issueId)}
          </Link>
        ),
    },
    { word: 'Model', wide: true, render: ({ model }) => <Text of={model} /> },
    {
      word: 'Tokens in, out',
      figure: true,
      wide: true,
      render: ({ inputTokens, outputTokens }) => `${figure(inputTokens)}, ${figure(outputTokens)}`,
    },
    {
      word: 'Run',
      wide: true,
      render: ({ runId }) =>
        runId !== null && (
          <Link to="/$prefix/runs/$runId" params={{ prefix: issuePrefix, runId }}>
            Its run
          </Link>
        ),
    },
    { word: 'Price', render: (cost) => <Price cost={cost} /> },
    { word: 'Sum', figure: true, render: ({ costCents }) => dollars(costCents) },
    ...(onTakeBack ? [backColumn(onTakeBack)] : []),
  ];
  return <Table label="Bookings" columns={columns} rows={rows} keyOf={({ id: key }) => key} />;
}

/** The list of the month by issue has their identifiers. */
function useIdentifiers(): (issueId: string) => string {
  const { id } = useCompany();
  const { month } = useCostAddress();
  const pages = useInfiniteQuery(costsByQuery(id, month, 'issue')).data?.pages ?? [];
  const found = new Map(
    pages.flatMap(({ items }) => items.map((row) => [row.issueId, row.issueIdentifier] as const)),
  );
  return (issueId) => found.get(issueId) ?? 'Its issue';
}

function Price({ cost }: { readonly cost: CostEvent }): ReactElement {
  if (cost.voidsCostId !== undefined) {
    return (
      <span className="dim">
        voids another: <Text of={cost.voidReason ?? ''} />
      </span>
    );
  }
  if (cost.voidedByCostId !== undefined) return <span className="dim">voided</span>;
  return (
    <span className={cost.priceStatus === 'unknown' ? css.unknown : 'dim'}>
      {statusWords[cost.priceStatus]}
    </span>
  );
}

const backColumn = (onTakeBack: (cost: CostEvent) => void): Column<CostEvent> => ({
  word: 'Correct',
  wide: true,
  render: (cost) =>
    cost.voidsCostId === undefined &&
    cost.voidedByCostId === undefined && (
      <Button look="quiet" onClick={() => onTakeBack(cost)}>
        Void
      </Button>
    ),
});

function TakeBack({
  cost,
  onClose,
}: {
  readonly cost: CostEvent;
  readonly onClose: () => void;
}): ReactElement {
  const { id } = useCompany();
  const [reason, setReason] = useState('');
  const take = useWrite('voidCost', onClose);
  return (
    <FormDialog
      title={`Void ${dollars(cost.costCents)}`}
      verb="Void"
      error={take.error}
      isPending={take.isPending}
      ready={reason.trim() !== ''}
      onSubmit={() => take.mutate({ companyId: id, costId: cost.id, reason })}
      onClose={onClose}
    >
      <p>An opposite entry is booked in the same month. Both stay listed.</p>
      <Area
        label="Why"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reason is what is asked
        autoFocus
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
