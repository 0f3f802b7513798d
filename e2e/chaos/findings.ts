/** What a run shows of the promises. */
import { recordTrials, type TrialResult } from '@muster/test-kit';
import { SERVERS, type ServerName } from '../faults/victims.ts';
import type { InjectedFault } from '../faults/nemesis.ts';
import { CLIENTS } from './fixture.ts';
import { figuresOf, isFailed, tookMs, type Figures } from './history.ts';
import type { Violations } from './judge-run.ts';
import type { Segment } from './segment.ts';

/** Bounds on the share of failed requests, and on the latency of all but the slowest percent. */
const QUIET_MACHINE = { failed: 0.001, lateMs: 3_000 };
/** On a machine that others use, latencies say little; then these bounds hold. */
const BUSY_MACHINE = { failed: 0.1, lateMs: 20_000 };
const LATE_SHARE = 0.01;
/** In a short run one request exceeds its share, and one fault delays every client. */
const FAILED_FEW = 3;
const LATE_FEW = CLIENTS;
/** Cores used by other programs on a machine that counts as quiet. */
const OTHERS_MAX_CORES = 0.25;

/** A run, or the part of it that is over. */
export interface Run {
  readonly seed: number;
  readonly segments: readonly Segment[];
  /** Events, each counted in each service that has applied it. */
  readonly effects: number;
  /** Cores that other programs used in the meantime. */
  readonly otherCores: number;
  /** The servers of this stack. */
  readonly servers: readonly ServerName[];
}

export interface Findings {
  readonly figures: Figures;
  readonly injected: readonly InjectedFault[];
  readonly violations: Violations;
  readonly failures: readonly string[];
  /** Whether errors and latencies are within the promised bounds. */
  readonly isWithinPromise: boolean;
  /** Whether they are within the bounds that hold on this machine. */
  readonly isAcceptable: boolean;
  readonly isBusy: boolean;
}

export function findingsOf({ segments, otherCores }: Run): Findings {
  const answers = segments.flatMap((segment) => segment.answers);
  const figures = figuresOf(answers);
  const isWithin = ({ failed, lateMs }: typeof QUIET_MACHINE): boolean =>
    figures.unknown === 0 &&
    answers.filter(isFailed).length <= Math.max(FAILED_FEW, failed * answers.length) &&
    answers.filter((answer) => tookMs(answer) > lateMs).length <=
      Math.max(LATE_FEW, LATE_SHARE * answers.length);
  const isBusy = otherCores > OTHERS_MAX_CORES;
  const isWithinPromise = isWithin(QUIET_MACHINE);
  return {
    figures,
    isBusy,
    isWithinPromise,
    injected: segments.flatMap(({ injected }) => injected),
    violations: violationsIn(segments),
    failures: answers.flatMap(({ failures }) => failures),
    isAcceptable: isWithinPromise || (isBusy && isWithin(BUSY_MACHINE)),
  };
}

function violationsIn(segments: readonly Segment[]): Violations {
  const of = (kind: keyof Violations) => segments.flatMap(({ violations }) => violations[kind]);
  return {
    lost: of('lost'),
    owners: of('owners'),
    effects: of('effects'),
    order: of('order'),
    money: of('money'),
    transitions: of('transitions'),
    unexplained: of('unexplained'),
  };
}

const promiseOf: Readonly<Record<ServerName, string>> = { nats: 'P6', redis: 'P7', postgres: 'P8' };
const BY = 'e2e/chaos';

export function noteRun(run: Run, findings: Findings): void {
  const { figures, injected, violations, isBusy, isWithinPromise } = findings;
  const { lost, owners, effects, money, order, transitions } = violations;
  const sum = (of: (segment: Segment) => number): number =>
    run.segments.reduce((total, segment) => total + of(segment), 0);
  const percent = (figures.failed * 100) / figures.requests;
  const how =
    `seed ${run.seed}, ${CLIENTS} clients, ${figures.requests} requests, ` +
    `${percent.toFixed(2)} % errors, p99 ${figures.p99Ms} ms, ` +
    `others used ${run.otherCores.toFixed(2)} cores`;
  const shown = (promise: string, trials: number, count: number): TrialResult => ({
    promise,
    by: BY,
    trials,
    faults: injected.length,
    violations: count,
    how,
  });
  const repeated = [...lost, ...money].filter((violation) => / times/.test(violation));
  const inServices = injected.filter(({ victim }) => !SERVERS.some((name) => name === victim));
  recordTrials(
    shown(
      'P1',
      sum(({ acknowledged }) => acknowledged),
      lost.length + money.length,
    ),
    shown(
      'P2',
      sum(({ checkouts }) => checkouts),
      owners.length,
    ),
    shown(
      'P3',
      sum(({ answers }) => answers.filter(({ tries }) => tries > 1).length),
      repeated.length,
    ),
    shown('P4', run.effects, effects.length + order.length + transitions.length),
    // Bounds that are kept count on any machine; on a busy one, exceeding them proves nothing.
    ...(isBusy && !isWithinPromise
      ? []
      : [shown('P5', inServices.length, isWithinPromise ? 0 : 1)]),
    ...run.servers.map((server) => {
      const own = injected.filter(({ victim }) => victim.includes(server));
      return shown(promiseOf[server], own.length, Object.values(violations).flat().length);
    }),
  );
}

/** A fault has not healed, or the system has not settled. */
export function noteBrokenOff({ seed, segments }: Run, error: unknown): void {
  const injected = segments.flatMap((segment) => segment.injected);
  recordTrials({
    promise: 'P5',
    by: BY,
    trials: injected.length + 1,
    faults: injected.length + 1,
    violations: 1,
    how: `seed ${seed}, broken off after ${segments.length} segments: ${String(error)}`,
  });
}
