/** All that is known of one company, held against what must be true of money. */
import type { Activity } from '@muster/contracts';
import { faultsOfCrossings } from '../checkers/crossings.ts';
import type { Entry } from '../checkers/crossings.ts';
import {
  calendarOf, faultsOfBookings, faultsOfResumes, faultsOfRuns, faultsOfSums, sumBy,
} from '../checkers/money.ts';
import type { Stop } from '../checkers/money.ts';
import { faultsOf } from '../harness/log.ts';
import type { Evidence } from './evidence.ts';
import { faultsOfTold } from './sums.ts';
import type { Told as ToldSums } from './evidence.ts';
import type { Ground, Shop } from './ground.ts';
import type { Told } from './reporters.ts';
import type { Away } from './trouble.ts';

/** Until a live run is gone whose budget was spent. */
const STOP_MS = 10_000;
/** Costs of runs; nobody reports them. */
const OF_RUNS = 'run:';

export type Case = {
  readonly shop: Shop;
  readonly ground: Ground;
  readonly reports: readonly Told[];
  readonly evidence: Evidence;
  readonly told: readonly ToldSums[];
  readonly away: readonly Away[];
};

export function judgeCompany(one: Case): string[] {
  const { shop, evidence: { costs, activity }, reports, told } = one;
  const reported = costs.filter(({ eventId }) => !eventId.startsWith(OF_RUNS));
  const month = calendarOf(shop.timeZone)(new Date().toISOString());
  const inOrder = activity.toSorted((a, b) => a.seq - b.seq);
  const of = (service: string) => inOrder.filter((entry) => entry.service === service);
  return [
    ...Object.entries(faultsOf(activity)).map(([service, numbers]) =>
      `the log of ${service} has holes: ${numbers.join(', ')}`),
    ...faultsOfBookings(reports, reported, shop.timeZone),
    ...faultsOfCrossings(of('billing').flatMap(entryOf), { month, limits: limitsOf(one) }),
    ...told.flatMap((each) => faultsOfTold(each, costs, shop, month)),
    ...faultsOfCopies(one, month),
    ...faultsOfUsage(one),
    ...faultsOfRuns(stopsOf(of('billing')), livesOf(one), deadlineAmong(one.away)),
    ...faultsOfResumes(of('agents').flatMap(resumeOf)),
  ];
}

const limitsOf = ({ shop, ground }: Case): Map<string, number> => new Map([
  ['company', shop.limitCents],
  ...ground.spenders.map(({ agent, plan }) => [agent.id, plan.limitCents] as const),
]);

function entryOf({ action, details }: Activity): Entry[] {
  const said = { action, ...details } as Entry | { action: 'budget.released' };
  switch (said.action) {
    case 'cost.recorded': case 'budget.reserved': case 'budget.warned':
    case 'budget.exhausted': case 'budget.restored': return [said];
    case 'budget.released': return [];
    default: return said satisfies never;
  }
}

const resumeOf = ({ action, actorType, details, entityId: agentId }: Activity) =>
  action === 'agent.paused' || action === 'agent.resumed'
    ? [{
      action, agentId, pauseReason: details['pauseReason'] as string | null,
      byPerson: actorType === 'user',
    }]
    : [];

/** What the agents service keeps of the month is what billing has. */
function faultsOfCopies({ evidence: { company, staff, costs } }: Case, month: string): string[] {
  const ofMonth = costs.filter((cost) => cost.month === month);
  const spent = sumBy(ofMonth, ({ agentId }) => agentId, ({ costCents }) => costCents);
  const kept = sumBy(staff, ({ id }) => id, ({ spentMonthlyCents }) => spentMonthlyCents);
  const total = sumBy(ofMonth, () => company.id, ({ costCents }) => costCents);
  return [
    ...faultsOfSums("the agents service's copy", spent, kept),
    ...faultsOfSums(
      "the company's copy", total, new Map([[company.id, company.spentMonthlyCents]])),
  ];
}

/** Each run is booked with what it has used in the end. */
function faultsOfUsage({ evidence: { runs, costs } }: Case): string[] {
  const ofRuns = costs.filter(({ eventId }) => eventId.startsWith(OF_RUNS));
  const booked = sumBy(ofRuns, ({ runId }) => runId ?? 'no run', ({ costCents }) => costCents);
  return faultsOfSums(
    'usage', sumBy(runs, ({ id }) => id, ({ usage }) => usage?.costCents ?? 0), booked);
}

/** From each crossing to the room after it. The company's own budget stops everybody. */
export function stopsOf(log: readonly Activity[]): Stop[] {
  const at = ({ createdAt }: Activity): number => Date.parse(createdAt);
  return log.filter(({ action }) => action === 'budget.exhausted').map((crossing) => {
    const { entityId } = crossing;
    const restored = log.find(({ action, entityId: of, seq }) =>
      action === 'budget.restored' && of === entityId && seq > crossing.seq);
    return { agentId: entityId, from: at(crossing), to: restored && at(restored) };
  });
}

function livesOf({ evidence: { company, runs } }: Case) {
  return runs.flatMap(({ id: runId, agentId, startedAt, finishedAt }) => {
    if (startedAt === null) return [];
    const life = {
      runId, startedAt: Date.parse(startedAt),
      finishedAt: finishedAt === null ? undefined : Date.parse(finishedAt),
    };
    return [{ ...life, agentId }, { ...life, agentId: company.id }];
  });
}

/** While something is away the time does not count: it starts when the last of it is back. */
function deadlineAmong(away: readonly Away[]): (from: number) => number {
  return (from) => away
    .toSorted((a, b) => a.from - b.from)
    .reduce(
      (deadline, { from: gone, to: back }) =>
        gone < deadline && back > from ? Math.max(deadline, back + STOP_MS) : deadline,
      from + STOP_MS);
}
