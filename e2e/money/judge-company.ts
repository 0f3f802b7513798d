/** Holds everything that is known about the money of one company against what must be true of it. */
import type { Activity } from '@muster/contracts';
import { faultsOfCrossings, type Entry } from '../checkers/crossings.ts';
import {
  calendarOf,
  faultsOfBookings,
  faultsOfResumes,
  faultsOfRuns,
  faultsOfSums,
  sumBy,
  type Stop,
} from '../checkers/money.ts';
import { faultsOfVoids } from '../checkers/voids.ts';
import { faultsInNumbering } from '../world/read-lists.ts';
import type { CostSums, Evidence } from './evidence.ts';
import { faultsOfCostSums } from './judge-sums.ts';
import type { MoneyFixture, MoneyCompany } from './fixture.ts';
import type { SentReport } from './reporters.ts';
import type { InjectedFault } from '../faults/nemesis.ts';

/** Time in which a live run must end after its budget was spent. */
const STOP_MS = 10_000;
/** Prefix of the costs of runs, which no reporter sends. */
const OF_RUNS = 'run:';

export interface CompanyCase {
  readonly company: MoneyCompany;
  readonly fixture: MoneyFixture;
  readonly reports: readonly SentReport[];
  readonly evidence: Evidence;
  readonly sums: readonly CostSums[];
  readonly injected: readonly InjectedFault[];
}

export function judgeCompany(one: CompanyCase): string[] {
  const {
    company,
    evidence: { costs, activity },
    reports,
    sums,
  } = one;
  const reported = costs.filter(
    ({ eventId, voidsCostId }) => !eventId.startsWith(OF_RUNS) && !voidsCostId,
  );
  const voided = reports.filter(({ isVoided }) => isVoided).map(({ answeredId }) => answeredId);
  const month = calendarOf(company.timeZone)(new Date().toISOString());
  const inOrder = activity.toSorted((a, b) => a.seq - b.seq);
  const of = (service: string) => inOrder.filter((entry) => entry.service === service);
  return [
    ...Object.entries(faultsInNumbering(activity)).map(
      ([service, numbers]) => `the log of ${service} has holes: ${numbers.join(', ')}`,
    ),
    ...faultsOfBookings(reports, reported, company.timeZone),
    ...faultsOfVoids(
      new Set(voided.filter((id) => id !== undefined)),
      // A run that has ended takes its own provisional costs back.
      costs.filter(({ eventId, voidsCostId }) => !(voidsCostId && eventId.startsWith(OF_RUNS))),
    ),
    ...faultsOfCrossings(of('billing').flatMap(entryOf), { month, limits: limitsOf(one) }),
    ...sums.flatMap((each) => faultsOfCostSums(each, costs, company, month)),
    ...faultsOfCopies(one, month),
    ...faultsOfUsage(one),
    ...faultsOfRuns(stopsOf(of('billing')), livesOf(one), deadlineAmong(one.injected)),
    ...faultsOfResumes(of('agents').flatMap(resumeOf)),
  ];
}

const limitsOf = ({ company, fixture }: CompanyCase): Map<string, number> =>
  new Map([
    ['company', company.limitCents],
    ...fixture.spenders.map(({ agent, plan }) => [agent.id, plan.limitCents] as const),
  ]);

function entryOf({ action, details }: Activity): Entry[] {
  const entry = { action, ...details } as
    | Entry
    | { action: 'budget.released' | 'cost.voided' | 'run.cost_unusual' };
  switch (entry.action) {
    case 'cost.recorded':
    case 'budget.reserved':
    case 'budget.warned':
    case 'budget.exhausted':
    case 'budget.restored':
      return [entry];
    case 'budget.released':
    case 'cost.voided':
    case 'run.cost_unusual':
      return [];
    default:
      return entry satisfies never;
  }
}

const resumeOf = ({ action, actorType, details, entityId: agentId }: Activity) =>
  action === 'agent.paused' || action === 'agent.resumed'
    ? [
        {
          action,
          agentId,
          pauseReason: details['pauseReason'] as string | null,
          byPerson: actorType === 'user',
        },
      ]
    : [];

/** The sums that the agents service copies are those of billing. */
function faultsOfCopies(
  { evidence: { company, staff, costs } }: CompanyCase,
  month: string,
): string[] {
  const ofMonth = costs.filter((cost) => cost.month === month);
  const spent = sumBy(
    ofMonth,
    ({ agentId }) => agentId,
    ({ costCents }) => costCents,
  );
  const copied = sumBy(
    staff,
    ({ id }) => id,
    ({ spentMonthlyCents }) => spentMonthlyCents,
  );
  const total = sumBy(
    ofMonth,
    () => company.id,
    ({ costCents }) => costCents,
  );
  return [
    ...faultsOfSums("the agents service's copy", spent, copied),
    ...faultsOfSums(
      "the company's copy",
      total,
      new Map([[company.id, company.spentMonthlyCents]]),
    ),
  ];
}

/** Each run is booked with its final usage. */
function faultsOfUsage({ evidence: { runs, costs } }: CompanyCase): string[] {
  const ofRuns = costs.filter(({ eventId }) => eventId.startsWith(OF_RUNS));
  const booked = sumBy(
    ofRuns,
    ({ runId }) => runId ?? 'no run',
    ({ costCents }) => costCents,
  );
  return faultsOfSums(
    'usage',
    sumBy(
      runs,
      ({ id }) => id,
      ({ usage }) => usage?.costCents ?? 0,
    ),
    booked,
  );
}

/** From each exhausted budget to its restoration. The budget of a company stops all its agents. */
export function stopsOf(log: readonly Activity[]): Stop[] {
  const at = ({ createdAt }: Activity): number => Date.parse(createdAt);
  return log
    .filter(({ action }) => action === 'budget.exhausted')
    .map((crossing) => {
      const { entityId } = crossing;
      const restored = log.find(
        ({ action, entityId: of, seq }) =>
          action === 'budget.restored' && of === entityId && seq > crossing.seq,
      );
      return { agentId: entityId, from: at(crossing), to: restored && at(restored) };
    });
}

function livesOf({ evidence: { company, runs } }: CompanyCase) {
  return runs.flatMap(({ id: runId, agentId, startedAt, finishedAt }) => {
    if (startedAt === null) return [];
    const life = {
      runId,
      startedAt: Date.parse(startedAt),
      finishedAt: finishedAt === null ? undefined : Date.parse(finishedAt),
    };
    return [
      { ...life, agentId },
      { ...life, agentId: company.id },
    ];
  });
}

/** Time with a fault does not count: the allowance starts when the last fault has healed. */
function deadlineAmong(injected: readonly InjectedFault[]): (from: number) => number {
  return (from) =>
    injected
      .toSorted((a, b) => a.from - b.from)
      .reduce(
        (deadline, { from: struckAt, to: healedAt }) =>
          struckAt < deadline && healedAt > from
            ? Math.max(deadline, healedAt + STOP_MS)
            : deadline,
        from + STOP_MS,
      );
}
