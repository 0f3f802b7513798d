/** What is asked of the gateway, one request a step, each answer checked. */
import { requestText, type RequestText } from './http-client.ts';
import { DONE, driveLoad, DRY, type Step, type Window } from './load.ts';
import type { Issue, Lane, Seed } from './seed.ts';

export interface Scenario {
  readonly name: string;
  run(seconds: number): Promise<Window>;
  /** Undoes what the window did, so that the next one finds the same. Not measured. */
  restore(): Promise<void>;
}

const OK = 200;
const CREATED = 201;
const nothingToRestore = async (): Promise<void> => undefined;

export const httpScenarios = ({ lanes }: Seed): Scenario[] => [
  checkouts(lanes),
  {
    name: 'GET issue',
    run: (seconds) => driveLoad(lanes, seconds, (lane) => expecting(lane, OK, {
      method: 'GET', path: `/api/issues/${nextIssue(lane).id}`, token: lane.worker.token,
    })),
    restore: nothingToRestore,
  },
  {
    name: 'GET inbox',
    run: (seconds) => driveLoad(lanes, seconds, (lane) => expecting(lane, OK, {
      method: 'GET', path: '/api/agents/me/inbox', token: lane.reader.token,
    })),
    restore: nothingToRestore,
  },
  {
    name: 'POST comment',
    run: (seconds) => driveLoad(lanes, seconds, (lane) => expecting(lane, CREATED, {
      method: 'POST',
      path: `/api/issues/${nextIssue(lane).id}/comments`,
      token: lane.worker.token,
      body: { body: 'Measured twice; the second figure is the one that counts.' },
    })),
    restore: nothingToRestore,
  },
];

/** Each checkout claims an issue that nobody owns; afterwards all of them are given back. */
function checkouts(lanes: readonly Lane[]): Scenario {
  const claimed = new Map<Lane, number>();
  const claim: Step<Lane> = (lane) => {
    const count = claimed.get(lane) ?? 0;
    const issue = lane.pool[count];
    if (issue === undefined) return Promise.resolve(DRY);
    claimed.set(lane, count + 1);
    return expecting(lane, OK, {
      method: 'POST',
      path: `/api/issues/${issue.id}/checkout`,
      token: lane.worker.token,
      body: { agentId: lane.worker.id, expectedStatuses: ['todo'] },
    });
  };
  const releaseAll = async (lane: Lane): Promise<void> => {
    for (const issue of lane.pool.slice(0, claimed.get(lane) ?? 0)) {
      const outcome = await expecting(lane, OK, {
        method: 'POST', path: `/api/issues/${issue.id}/release`, token: lane.worker.token, body: {},
      });
      if (outcome !== DONE) throw new Error(`a release failed: ${outcome}`);
    }
    claimed.delete(lane);
  };
  return {
    name: 'POST checkout',
    run: (seconds) => driveLoad(lanes, seconds, claim),
    restore: async () => void (await Promise.all(lanes.map(releaseAll))),
  };
}

function nextIssue(lane: Lane): Issue {
  lane.turn = (lane.turn + 1) % lane.pool.length;
  return lane.pool[lane.turn] as Issue;
}

async function expecting(lane: Lane, expected: number, request: RequestText): Promise<string> {
  const { status, body } = await lane.connection.ask(requestText(request));
  return status === expected ? DONE : `${request.method} was answered with ${status}: ${body}`;
}
