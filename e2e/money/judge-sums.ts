/** Holds every list of costs and the summary against the single costs of their window. */
import type { CostEvent } from '@muster/contracts';
import { faultsOfSums, sumBy } from '../checkers/money.ts';
import type { ListName, CostSums } from './evidence.ts';
import type { MoneyCompany } from './fixture.ts';

const NONE = 'none';
interface Row {
  readonly costCents: number;
}

export function faultsOfCostSums(
  { window, summary, lists }: CostSums,
  costs: readonly CostEvent[],
  { timeZone }: Pick<MoneyCompany, 'timeZone'>,
  month: string,
): string[] {
  const { from, to } = window;
  const isWhole = from === undefined && to === undefined;
  const inside = costs.filter((cost) =>
    isWhole
      ? cost.month === month
      : cost.occurredAt >= (from ?? '') && cost.occurredAt < (to ?? '9'),
  );
  const dayOf = daysOf(timeZone);
  const keys: Record<ListName, (cost: CostEvent) => string> = {
    agent: ({ agentId }) => agentId,
    project: ({ projectId }) => projectId ?? NONE,
    issue: ({ issueId }) => issueId ?? NONE,
    model: ({ provider, model }) => `${provider} ${model}`,
    day: ({ occurredAt }) => dayOf(occurredAt),
  };
  const listed: Record<ListName, Map<string, number>> = {
    agent: sumsIn(lists.agent, ({ agentId }) => agentId),
    project: sumsIn(lists.project, ({ projectId }) => projectId ?? NONE),
    issue: sumsIn(lists.issue, ({ issueId }) => issueId ?? NONE),
    model: sumsIn(lists.model, ({ provider, model }) => `${provider} ${model}`),
    day: sumsIn(lists.day, ({ day }) => day),
  };
  const names = Object.keys(keys) as ListName[];
  const total = sumBy(
    inside,
    () => 'company',
    ({ costCents }) => costCents,
  );
  const of = `from ${from ?? 'the month'} to ${to ?? 'its end'}`;
  return [
    ...names.flatMap((name) =>
      faultsOfSums(
        `by-${name} ${of}`,
        sumBy(inside, keys[name], ({ costCents }) => costCents),
        listed[name],
      ),
    ),
    ...faultsOfSums(`summary ${of}`, total, new Map([['company', summary.spendCents]])),
    ...(summary.events === inside.length
      ? []
      : [`summary ${of}: ${summary.events} events are counted and ${inside.length} are booked`]),
  ];
}

const sumsIn = <T extends Row>(rows: readonly T[], keyOf: (row: T) => string) =>
  sumBy(rows, keyOf, ({ costCents }) => costCents);

function daysOf(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => format.format(new Date(moment));
}
