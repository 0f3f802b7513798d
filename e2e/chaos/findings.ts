/** What a run tells of the promises. */
import { note } from '../harness/proof.ts';
import type { Shown } from '../harness/proof.ts';
import type { Chapter } from './chapter.ts';
import { CLIENTS } from './ground.ts';
import { figuresOf, isFailed, tookMs } from './history.ts';
import type { Figures } from './history.ts';
import type { Struck } from './nemesis.ts';
import { SERVERS } from './plan.ts';
import type { ServerName } from './plan.ts';
import type { Faults } from './verdict.ts';

/** Of requests to which a gateway gave no good answer, and how long all but a few take at most. */
const GENTLE = { failed: 0.001, lateMs: 3_000 };
/** Where others have the machine, a run says little of delays; then these hold. */
const ROUGH = { failed: 0.1, lateMs: 20_000 };
const LATE_SHARE = 0.01;
/** Of a short run, one request is more than its share, and one strike meets every client. */
const FAILED_FEW = 3;
const LATE_FEW = CLIENTS;
/** What others use of a machine that is ours, in cores: a little of everything that lives there. */
const OTHERS_MAX = 0.25;

/** A run, or as much of it as is over. */
export type Run = {
  readonly seed: number;
  readonly chapters: readonly Chapter[];
  /** Events, each counted in each service that has passed it. */
  readonly effects: number;
  /** What other programs took of the machine meanwhile, in cores. */
  readonly others: number;
  /** Those that there are. */
  readonly servers: readonly ServerName[];
};

export type Findings = {
  readonly figures: Figures;
  readonly struck: readonly Struck[];
  readonly faults: Faults;
  readonly failures: readonly string[];
  /** Whether errors were as few and answers as quick as is promised. */
  readonly isGentle: boolean;
  /** Whether they were as they have to be on this machine. */
  readonly isFine: boolean;
  readonly isBusy: boolean;
};

export function findingsOf({ chapters, others }: Run): Findings {
  const answers = chapters.flatMap((chapter) => chapter.answers);
  const figures = figuresOf(answers);
  const keeps = ({ failed, lateMs }: typeof GENTLE): boolean => figures.unknown === 0 &&
    answers.filter(isFailed).length <= Math.max(FAILED_FEW, failed * answers.length) &&
    answers.filter((answer) => tookMs(answer) > lateMs).length <=
      Math.max(LATE_FEW, LATE_SHARE * answers.length);
  const isBusy = others > OTHERS_MAX;
  const isGentle = keeps(GENTLE);
  return {
    figures, isBusy, isGentle,
    struck: chapters.flatMap(({ struck }) => struck),
    faults: faultsIn(chapters),
    failures: answers.flatMap(({ failures }) => failures),
    isFine: isGentle || (isBusy && keeps(ROUGH)),
  };
}

function faultsIn(chapters: readonly Chapter[]): Faults {
  const of = (kind: keyof Faults) => chapters.flatMap(({ faults }) => faults[kind]);
  return {
    lost: of('lost'), owners: of('owners'), effects: of('effects'), order: of('order'),
    money: of('money'), paths: of('paths'), odd: of('odd'),
  };
}

const promiseOf: Readonly<Record<ServerName, string>> =
  { nats: 'P6', redis: 'P7', postgres: 'P8' };
const BY = 'e2e/chaos';

export function noteRun(run: Run, findings: Findings): void {
  const { figures, struck, faults, isBusy, isGentle } = findings;
  const { lost, owners, effects, money, order, paths } = faults;
  const sum = (of: (chapter: Chapter) => number): number =>
    run.chapters.reduce((total, chapter) => total + of(chapter), 0);
  const percent = (figures.failed * 100) / figures.requests;
  const how = `seed ${run.seed}, ${CLIENTS} clients, ${figures.requests} requests, ` +
    `${percent.toFixed(2)} % errors, p99 ${figures.p99Ms} ms, ` +
    `others used ${run.others.toFixed(2)} cores`;
  const show = (promise: string, trials: number, violations: number): Shown =>
    ({ promise, by: BY, trials, faults: struck.length, violations, how });
  const wrong = Object.values(faults).flat().length;
  const inService = struck.filter(({ victim }) => !SERVERS.some((name) => name === victim));
  note(
    show('P1', sum(({ acknowledged }) => acknowledged), lost.length + money.length),
    show('P2', sum(({ checkouts }) => checkouts), owners.length),
    show('P3', sum(({ answers }) => answers.filter(({ tries }) => tries > 1).length),
      [...lost, ...money].filter((fault) => / times/.test(fault)).length),
    show('P4', run.effects, effects.length + order.length + paths.length),
    // Bounds that are kept are kept on any machine; one that others use says nothing against us.
    ...(isBusy && !isGentle ? [] : [show('P5', inService.length, isGentle ? 0 : 1)]),
    ...run.servers.map((server) => {
      const own = struck.filter(({ victim }) => victim.includes(server));
      return show(promiseOf[server], own.length, wrong);
    }),
  );
}

/** Something did not come back, or not to rest. */
export function noteBrokenOff({ seed, chapters }: Run, error: unknown): void {
  const struck = chapters.flatMap((chapter) => chapter.struck);
  note({
    promise: 'P5', by: BY, trials: struck.length + 1, faults: struck.length + 1, violations: 1,
    how: `seed ${seed}, broken off after ${chapters.length} chapters: ${String(error)}`,
  });
}
