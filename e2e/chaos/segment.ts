/**
 * A part of a run: some of its faults, with clients in new companies, judged once everything has
 * settled. The system continues into the next segment; the history of the clients does not, so that a
 * night needs no more memory than an hour, and a run that is broken off has its finished segments judged.
 */
import { cutLink, killServer, killService, stopFor, type Fault } from '../faults/faults.ts';
import type { PlannedFault } from '../faults/fault-plan.ts';
import { openNemesis, type InjectedFault, type ScheduledFault } from '../faults/nemesis.ts';
import type { Links } from '../faults/network-links.ts';
import type { Sql } from '../world/sql.ts';
import type { World } from '../world/use-world.ts';
import { work } from './clients.ts';
import { openChaosFixture } from './fixture.ts';
import { newHistory, type History, type ObservedAnswer } from './history.ts';
import { judgeRun, waitUntilSettled, type Violations } from './judge-run.ts';

const REQUESTS_PER_KILL = 334;
/** The group of all servers: no other fault strikes while a server is away. */
const SERVERS = 'servers';

export interface Segment {
  readonly answers: readonly ObservedAnswer[];
  readonly acknowledged: number;
  readonly checkouts: number;
  readonly injected: readonly InjectedFault[];
  readonly violations: Violations;
}

export interface SegmentOptions {
  readonly sql: Sql;
  readonly links: Links;
  readonly seed: number;
  readonly plan: readonly PlannedFault[];
}

export async function playSegment(
  world: World,
  { sql, links, seed, plan }: SegmentOptions,
): Promise<Segment> {
  const clients = await openChaosFixture(world);
  const nemesis = openNemesis(world, scheduleOf(plan, links), { finishesSchedule: true });
  const history = newHistory();
  const kills = plan.filter(({ kind }) => kind === 'kill').length;
  await work(world, clients, history, {
    seed,
    requests: kills * REQUESTS_PER_KILL,
    onDone: nemesis.advance,
  });
  const injected = await nemesis.end();
  await waitUntilSettled(sql);
  const { answers, claims } = history;
  return {
    answers,
    injected,
    acknowledged: countAcknowledged(history),
    checkouts: claims.filter(({ input }) => input.type === 'checkout').length,
    violations: await judgeRun(world, sql, clients, history),
  };
}

/**
 * Evenly over the requests. One process of a service is never away while the other one is, and every
 * server is up when a fault strikes: the loss of all of something is the subject of another test.
 */
const scheduleOf = (plan: readonly PlannedFault[], links: Links): ScheduledFault[] =>
  plan.map((planned, index) => ({
    fault: faultOf(planned, links),
    dueAt: (index + 1) / plan.length,
    after: [SERVERS],
    group: groupOf(planned),
  }));

function faultOf(planned: PlannedFault, links: Links): Fault {
  switch (planned.kind) {
    case 'kill': {
      const { victim } = planned;
      return 'server' in victim
        ? killServer(victim.server)
        : killService(victim.service, victim.replica);
    }
    case 'stop':
      return stopFor(planned.victim, planned.lengthMs);
    case 'cut':
      return cutLink(links, planned);
  }
}

function groupOf(planned: PlannedFault): string {
  if (planned.kind === 'cut') return planned.service;
  return 'server' in planned.victim ? SERVERS : planned.victim.service;
}

const countAcknowledged = ({ creations, titleChanges, costs, decisions }: History): number =>
  creations.filter(({ id }) => id).length +
  titleChanges.filter(({ isKnown }) => isKnown).length +
  costs.filter(({ answeredId }) => answeredId).length +
  decisions.filter(({ status }) => status).length;
