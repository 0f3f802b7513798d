/** A service that is down costs the gateway only the answers that it would have given. */
import { issues } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { measureCallers, until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalCall } from './normal-call.ts';
import { openGateway, type Response, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

/** More than the gateway has places. */
const CALLERS = 40;
const PLACES = 32;
/** The part of them that requests to one service may hold. */
const PART_OF_SERVICE = 0.5;
/** Before the deadline of a request that waits for the service, on a busy machine. */
const AT_ONCE_MS = 2_000;

let server: TestGateway;
let started: RunningService | undefined;
beforeAll(async () => {
  server = await openGateway({
    REQUESTS_UNDER_WAY_MAX: String(PLACES),
    RATE_LIMIT_PER_SECOND: '0',
  });
});
afterAll(async () => {
  await server.close();
  await started?.stop();
});

const askIssues = (): Promise<Response> => server.call(`GET /api/companies/${newId()}/issues`);

async function stateIs(state: string): Promise<boolean> {
  const metric =
    server.stage.service.runtime.metrics.registry.getSingleMetric('muster_upstream_circuit');
  const { values = [] } = (await metric?.get()) ?? {};
  return values.some(
    ({ labels, value }) =>
      labels['upstream'] === 'issues' && labels['state'] === state && value === 1,
  );
}

describe('a service that is down', () => {
  it('costs callers of others nothing, is refused at once, and is asked again', async () => {
    const all = (): Promise<Response[]> => Promise.all(Array.from({ length: CALLERS }, askIssues));
    let answered = 0;
    const asked = Array.from({ length: CALLERS }, () => askIssues().finally(() => (answered += 1)));
    const waiting = Promise.all(asked);
    // Until then they hold places themselves, while the gateway authenticates them.
    await until(
      'those for whom the service has no place are refused',
      () => answered >= CALLERS - PLACES * PART_OF_SERVICE || undefined,
    );
    const meanwhile = await measureCallers(() => normalCall(server));
    expect(meanwhile.succeeded).toBeGreaterThanOrEqual(0.95);
    const answers = await waiting;
    await until('its circuit is open', async () => {
      answers.push(...(await all()));
      return (await stateIs('open')) || undefined;
    });
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ retryable: true, hint: expect.any(String) });
      expect(answer.headers.get('retry-after')).toBe('1');
    }

    const probe = askIssues();
    const from = performance.now();
    expect((await askIssues()).body).toMatchObject({
      code: 'unavailable',
      details: { service: 'issues' },
    });
    expect(performance.now() - from).toBeLessThan(AT_ONCE_MS);
    await probe;

    started = await stubOf(issues, { listIssues: async () => ({ items: [] }) })(server.stage.env);
    await until('it is asked again', async () => (await askIssues()).status === 200 || undefined);
    expect(await stateIs('closed')).toBe(true);
    const after = await Promise.all(Array.from({ length: 10 }, askIssues));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  });
});
