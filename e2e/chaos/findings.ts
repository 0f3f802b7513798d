/** What a run tells of the promises. */
import { note } from '../harness/proof.ts';
import type { Shown } from '../harness/proof.ts';
import type { Figures, History } from './history.ts';
import type { Struck } from './nemesis.ts';
import { SERVERS } from './plan.ts';
import type { ServerName } from './plan.ts';
import type { Faults } from './verdict.ts';

export type Run = {
  readonly seed: number;
  readonly history: History;
  readonly figures: Figures;
  readonly struck: readonly Struck[];
  readonly faults: Faults;
  /** Events, each counted in each service that has passed it. */
  readonly effects: number;
  readonly isBusy: boolean;
  /** Whether errors were as few and answers as quick as they should be. */
  readonly isGentle: boolean;
};

const promiseOf: Readonly<Record<ServerName, string>> =
  { nats: 'P6', redis: 'P7', postgres: 'P8' };

export function noteRun(run: Run): void {
  const { seed, history, figures, struck, faults, effects } = run;
  const { answers, made, changed, costs, decided, claims } = history;
  const acknowledged = made.filter(({ id }) => id).length +
    changed.filter(({ isKnown }) => isKnown).length +
    costs.filter(({ answeredId }) => answeredId).length +
    decided.filter(({ status }) => status).length;
  const { lost, owners, money, order, paths } = faults;
  const percent = (figures.failed * 100) / figures.requests;
  const how = `seed ${seed}, 32 clients, ${figures.requests} requests, ` +
    `${percent.toFixed(2)} % errors, p99 ${figures.p99Ms} ms` +
    (run.isBusy ? `, on a busy machine (${figures.calmMs} ms in the calm)` : '');
  const show = (promise: string, trials: number, violations: number): Shown =>
    ({ promise, by: 'e2e/chaos', trials, faults: struck.length, violations, how });
  const wrong = Object.values(faults).flat().length;
  const inService = struck.filter(({ victim }) => !SERVERS.some((name) => name === victim));
  note(
    show('P1', acknowledged, lost.length + money.length),
    show('P2', claims.filter(({ input }) => input.type === 'checkout').length, owners.length),
    show('P3', answers.filter(({ tries }) => tries > 1).length,
      [...lost, ...money].filter((fault) => / times/.test(fault)).length),
    show('P4', effects, faults.effects.length + order.length + paths.length),
    // How long answers take where others have the machine is no matter of the promise.
    ...(run.isBusy ? [] : [show('P5', inService.length, run.isGentle ? 0 : figures.failed + 1)]),
    ...SERVERS.map((server) => {
      const own = struck.filter(({ victim }) => victim.includes(server));
      return show(promiseOf[server], own.length, wrong);
    }),
  );
}
