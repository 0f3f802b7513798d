import { agents } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpPortOf } from '../src/http/start-door.ts';
import { callAt, type OpenDoor } from './open-door.ts';
import { asPage, openDoorForPeople, personIn } from './people.ts';

const WITHIN_MS = 1_000;
const ROUNDS = 2;
const GIVE_UP_MS = 5_000;

let door: OpenDoor;
let twin: Pick<OpenDoor, 'call' | 'url'>;
let companyId: string;
beforeAll(async () => {
  door = await openDoorForPeople();
  const { runtime } = await door.stage.replica();
  const url = `http://127.0.0.1:${httpPortOf(runtime)}`;
  twin = { url, call: callAt(url) };
  ({ companyId } = await door.stage.given.company());
});
afterAll(() => door.close());

/** What both replicas make of a credential. */
type Seen = () => Promise<readonly number[]>;

const withToken = (token: string): Seen => async () => {
  const answers = await Promise.all(
    [door, twin].map(({ call }) => call('GET /api/session', { token })));
  return answers.map(({ status }) => status);
};

/**
 * Asks both without a pause before, during and after the change. Tells how long after it a request
 * was sent that one of them still let in; how long an answer takes says nothing of that.
 */
async function letInFor(
  seen: Seen,
  expected: number,
  change: () => Promise<unknown>,
): Promise<number> {
  expect(await seen()).toEqual([200, 200]);
  let lastLetIn = 0;
  let changedAt = Infinity;
  const asking = (async () => {
    for (;;) {
      const sentAt = Date.now();
      const answers = await seen();
      if (answers.every((status) => status === expected)) return;
      if (answers.includes(200)) lastLetIn = sentAt;
      if (sentAt > changedAt + GIVE_UP_MS) return;
    }
  })();
  await change();
  changedAt = Date.now();
  await asking;
  return lastLetIn - changedAt;
}

const refused = 401;

const changes: Record<string, () => Promise<number>> = {
  'a revoked key': async () => {
    const { agentId } = await door.stage.given.agent(companyId);
    const { body } = await door.call(`POST /api/agents/${agentId}/keys`);
    return letInFor(withToken(body.token), refused, () =>
      door.call(`DELETE /api/agents/${agentId}/keys/${body.id}`));
  },
  'the keys of a terminated agent': async () => {
    const agent = await door.stage.given.agent(companyId);
    const { body } = await door.call(`POST /api/agents/${agent.agentId}/keys`);
    return letInFor(withToken(body.token), refused, () =>
      door.stage.hear(agents, 'agent.terminated', {
        companyId, entityId: agent.agentId,
        payload: { ...agent, status: 'terminated', version: 2 },
      }));
  },
  'a revoked board token': async () => {
    const page = asPage(door, await personIn(door, companyId));
    const { body } = await page('POST /api/board-tokens');
    return letInFor(withToken(body.token), refused, () =>
      page(`DELETE /api/board-tokens/${body.id}`));
  },
  'a session that was signed out': async () => {
    const person = await personIn(door, companyId);
    const seen = async () => {
      const answers = await Promise.all(
        [door, twin].map((at) => asPage(at, person)('GET /api/session')));
      return answers.map(({ status }) => status);
    };
    return letInFor(seen, refused, () => asPage(door, person)('POST /api/auth/sign-out'));
  },
  'a membership that was taken away': async () => {
    const person = await personIn(door, companyId);
    const { body: { token } } = await asPage(door, person)('POST /api/board-tokens');
    const path = `/api/companies/${companyId}/members`;
    const seen = async () => {
      const answers = await Promise.all(
        [door, twin].map(({ call }) => call(`GET ${path}`, { token })));
      return answers.map(({ status }) => status);
    };
    return letInFor(seen, 404, () => door.call(`DELETE ${path}/${person.userId}`));
  },
};

describe('two replicas', () => {
  it.each(Object.keys(changes))('both refuse %s within a second', async (kind) => {
    const late: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      late.push((await changes[kind]?.()) ?? Infinity);
    }
    expect(Math.max(...late)).toBeLessThanOrEqual(WITHIN_MS);
  });

  it('count the tries to sign in together', async () => {
    const { email } = await personIn(door, companyId);
    const guess = ({ call }: Pick<OpenDoor, 'call'>) => call('POST /api/auth/sign-in/email', {
      token: '', body: { email, password: 'a guess among many' },
    });
    await none(door.stage.db, sql`update sign_in_attempts set attempts = 18`);
    const tried = await Promise.all(Array.from({ length: 6 }, (_, n) =>
      guess(n % 2 === 0 ? door : twin)));
    const counted = Object.groupBy(tried, ({ status }) => status);
    expect([counted[401]?.length, counted[429]?.length]).toEqual([2, 4]);
  });
});
