import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { daysOf } from '../../domain/month.ts';
import { figure } from '../../domain/count.ts';
import { dollars } from '../../domain/money.ts';
import { Button } from '../../ui/controls.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { Spent } from '../../ui/bars/spent.tsx';
import { useCostAddress } from './cost-address.ts';
import css from './costs.module.css';
import { RaiseLimit } from './raise-limit.tsx';

type CostSummary = Output<'getCostSummary'>;

export function Summary({ summary }: { readonly summary: CostSummary }): ReactElement {
  const company = useCompany();
  const { mayManageBudgets } = useRights(company.id);
  const [raises, setRaises] = useState(false);
  const { spendCents, budgetMonthlyCents: limit, reservedCents = 0, estimatedCents = 0 } = summary;
  const { today, isCurrent: isNow } = useCostAddress();
  const pace = isNow ? paceOf(summary, today) : undefined;
  return (
    <>
      <FactList>
        <Fact word="Spent">
          <Spent
            cents={spendCents}
            limitCents={isNow ? limit : 0}
            reservedCents={isNow ? reservedCents : 0}
          />
        </Fact>
        {isNow && (
          <Fact word="Monthly budget">
            {limit === 0 ? 'none' : dollars(limit)}
            {limit > 0 && (
              <span className="dim">
                , {dollars(Math.max(0, limit - spendCents - reservedCents))} left
              </span>
            )}{' '}
            {mayManageBudgets && (
              <Button look="quiet" onClick={() => setRaises(true)}>
                {limit === 0 ? 'Set a limit' : 'Change the limit'}
              </Button>
            )}
          </Fact>
        )}
        {isNow && <Fact word="Reserved by live runs">{dollars(reservedCents)}</Fact>}
        {pace !== undefined && <Fact word="Forecast at this pace">{dollars(pace)}</Fact>}
        <Fact word="Prices">
          <Prices summary={summary} estimatedCents={estimatedCents} />
        </Fact>
        <Fact word="Tokens">
          {figure(summary.inputTokens)} in, {figure(summary.outputTokens)} out
        </Fact>
      </FactList>
      {raises && (
        <RaiseLimit
          of={{ agentId: undefined, name: company.name, version: company.version }}
          spentCents={spendCents}
          limitCents={limit}
          onClose={() => setRaises(false)}
        />
      )}
    </>
  );
}

/** What is not known is said, and never shown as nothing. */
function Prices({
  summary: { unknownCents, unknownEvents = 0 },
  estimatedCents,
}: {
  readonly summary: CostSummary;
  readonly estimatedCents: number;
}): ReactElement {
  if (unknownEvents === 0 && unknownCents === 0 && estimatedCents === 0) return <>all measured</>;
  return (
    <>
      {(unknownEvents > 0 || unknownCents > 0) && (
        <span className={css.unknown}>
          {unknownEvents} without a price, estimated {dollars(unknownCents)}
        </span>
      )}{' '}
      {estimatedCents > 0 && <span>{dollars(estimatedCents)} estimated</span>}
    </>
  );
}

/** Days of a month after which its pace says something. */
const PACE_DAYS = 3;

function paceOf({ month, spendCents }: CostSummary, today: string): number | undefined {
  const passed = Number(today.slice(-2));
  return passed < PACE_DAYS ? undefined : Math.round((spendCents / passed) * daysOf(month).length);
}
