/**
 * A stretch of a run: some of its strikes, beside clients in companies of their own, judged when it
 * has come to rest. The system goes on to the next; what clients remember does not. So a night
 * takes no more memory than an hour, and what is over is judged when a run is broken off.
 */
import type { Sql } from '../harness/sql.ts';
import type { World } from '../harness/stack.ts';
import { work } from './clients.ts';
import { openGround } from './ground.ts';
import { newHistory } from './history.ts';
import type { History, Told } from './history.ts';
import type { Links } from './links.ts';
import { openNemesis } from './nemesis.ts';
import type { Struck } from './nemesis.ts';
import type { Strike } from './plan.ts';
import { comeToRest, judgeRun } from './verdict.ts';
import type { Faults } from './verdict.ts';

const REQUESTS_PER_KILL = 334;

export type Chapter = {
  readonly answers: readonly Told[];
  readonly acknowledged: number;
  readonly checkouts: number;
  readonly struck: readonly Struck[];
  readonly faults: Faults;
};

export async function playChapter(
  world: World,
  { sql, links, seed, plan }: {
    sql: Sql; links: Links; seed: number; plan: readonly Strike[];
  },
): Promise<Chapter> {
  const clients = await openGround(world);
  const nemesis = openNemesis(world, links, plan);
  const history = newHistory();
  const kills = plan.filter(({ kind }) => kind === 'kill').length;
  await work(world, clients, history, {
    seed, requests: kills * REQUESTS_PER_KILL, onDone: nemesis.at,
  });
  const struck = await nemesis.end();
  await comeToRest(sql);
  const { answers, claims } = history;
  return {
    answers, struck,
    acknowledged: countAcknowledged(history),
    checkouts: claims.filter(({ input }) => input.type === 'checkout').length,
    faults: await judgeRun(world, sql, clients, history),
  };
}

const countAcknowledged = ({ made, changed, costs, decided }: History): number =>
  made.filter(({ id }) => id).length +
  changed.filter(({ isKnown }) => isKnown).length +
  costs.filter(({ answeredId }) => answeredId).length +
  decided.filter(({ status }) => status).length;
