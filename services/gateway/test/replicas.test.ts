import { agents, scheduler } from '@muster/contracts';
import { newId, none, readRunTokenKey, signRunToken, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAt, type TestGateway } from './open-gateway.ts';
import { asPage, openGatewayWithIssues, signedInMember } from './signed-in-users.ts';

const WITHIN_MS = 1_000;
const ROUNDS = 2;
const GIVE_UP_MS = 5_000;
/** One replica refuses in a busy loop until the other one does, which may not count as guessing. */
const env = { FAILED_TRIES_BURST: '100000' };

let server: TestGateway;
let other: Pick<TestGateway, 'call' | 'url'>;
let companyId: string;
beforeAll(async () => {
  server = await openGatewayWithIssues(env);
  const replica = await server.stage.replica();
  const url = `http://127.0.0.1:${replica.port}`;
  other = { url, call: clientAt(url) };
  ({ companyId } = await server.stage.given.company());
});
afterAll(() => server.close());

/** The statuses with which both replicas answer. */
type Statuses = () => Promise<readonly number[]>;

const withToken =
  (token: string): Statuses =>
  async () => {
    const answers = await Promise.all(
      [server, other].map(({ call }) => call('GET /api/session', { token })),
    );
    return answers.map(({ status }) => status);
  };

/**
 * Sends requests to both in a loop before, during and after the change. Returns how long after the
 * change the last request was sent that one of them still accepted.
 */
async function acceptedFor(
  statuses: Statuses,
  expected: number,
  change: () => Promise<unknown>,
): Promise<number> {
  expect(await statuses()).toEqual([200, 200]);
  let lastAccepted = 0;
  let changedAt = Infinity;
  const asking = (async () => {
    for (;;) {
      const sentAt = Date.now();
      const answers = await statuses();
      if (answers.every((status) => status === expected)) return;
      if (answers.includes(200)) lastAccepted = sentAt;
      if (sentAt > changedAt + GIVE_UP_MS) return;
    }
  })();
  await change();
  changedAt = Date.now();
  await asking;
  return lastAccepted - changedAt;
}

const refused = 401;

const changes: Record<string, () => Promise<number>> = {
  'a revoked key': async () => {
    const { agentId } = await server.stage.given.agent(companyId);
    const { body } = await server.call(`POST /api/agents/${agentId}/keys`);
    return acceptedFor(withToken(body.token), refused, () =>
      server.call(`DELETE /api/agents/${agentId}/keys/${body.id}`),
    );
  },
  'the keys of a terminated agent': async () => {
    const agent = await server.stage.given.agent(companyId);
    const { body } = await server.call(`POST /api/agents/${agent.agentId}/keys`);
    return acceptedFor(withToken(body.token), refused, () =>
      server.stage.receive(agents, 'agent.terminated', {
        companyId,
        entityId: agent.agentId,
        payload: { ...agent, status: 'terminated', version: 2 },
      }),
    );
  },
  'a revoked board token': async () => {
    const page = asPage(server, await signedInMember(server, companyId));
    const { body } = await page('POST /api/board-tokens');
    return acceptedFor(withToken(body.token), refused, () =>
      page(`DELETE /api/board-tokens/${body.id}`),
    );
  },
  'a session that was signed out': async () => {
    const person = await signedInMember(server, companyId);
    const statuses = async () => {
      const answers = await Promise.all(
        [server, other].map((at) => asPage(at, person)('GET /api/session')),
      );
      return answers.map(({ status }) => status);
    };
    return acceptedFor(statuses, refused, () => asPage(server, person)('POST /api/auth/sign-out'));
  },
  'a membership that was taken away': async () => {
    const person = await signedInMember(server, companyId);
    const {
      body: { token },
    } = await asPage(server, person)('POST /api/board-tokens');
    const path = `/api/companies/${companyId}/members`;
    const statuses = async () => {
      const answers = await Promise.all(
        [server, other].map(({ call }) => call(`GET ${path}`, { token })),
      );
      return answers.map(({ status }) => status);
    };
    return acceptedFor(statuses, 404, () => server.call(`DELETE ${path}/${person.userId}`));
  },
};

describe('two replicas', () => {
  it.each(Object.keys(changes))('both refuse %s within a second', async (kind) => {
    const late: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      late.push((await changes[kind]?.()) ?? Infinity);
    }
    // A round that a busy machine has held up says nothing about the replicas.
    expect(Math.min(...late)).toBeLessThanOrEqual(WITHIN_MS);
  });

  it('refuse the token of a run from the moment in which its end is published', async () => {
    const agent = await server.stage.given.agent(companyId);
    const { agentId } = agent;
    const runId = newId();
    const iat = Math.floor(Date.now() / 1_000);
    const exp = iat + 60;
    const key = readRunTokenKey(server.stage.env['MUSTER_RUN_TOKEN_KEY'] ?? '');
    const token = signRunToken({ key }, { runId, agentId, companyId, epoch: 1, exp, iat });
    expect(await withToken(token)()).toEqual([200, 200]);
    await server.stage.receive(scheduler, 'run.finished', {
      companyId,
      entityId: runId,
      payload: {
        runId,
        agentId,
        status: 'succeeded',
        source: 'timer',
        epoch: 1,
        issueId: null,
        errorCode: null,
        usage: null,
        wasStarted: true,
        startedAt: null,
        finishedAt: new Date().toISOString(),
      },
    });
    expect(await withToken(token)()).toEqual([401, 401]);
  });

  it('count sign-in attempts together', async () => {
    const { email } = await signedInMember(server, companyId);
    const guess = ({ call }: Pick<TestGateway, 'call'>) =>
      call('POST /api/auth/sign-in/email', {
        token: '',
        body: { email, password: 'a guess among many' },
      });
    await none(server.stage.db, sql`update sign_in_attempts set attempts = 18`);
    const tried = await Promise.all(
      Array.from({ length: 6 }, (_, n) => guess(n % 2 === 0 ? server : other)),
    );
    const counted = Object.groupBy(tried, ({ status }) => status);
    expect([counted[401]?.length, counted[429]?.length]).toEqual([2, 4]);
  });
});
