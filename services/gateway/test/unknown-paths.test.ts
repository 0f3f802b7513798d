/** A path that does not exist costs the gateway no search for one that is meant. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

it('gives a stranger no more than the refusal, whatever it is like', async () => {
  const paths = ['/api/companys', '/api/issue/ACM-1/checkout', '/x', `/${'api/'.repeat(200)}`];
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { status, body } = await server.call(`GET ${path}`, { token: '' });
      const { requestId: _, traceId: __, ...rest } = body as Record<string, unknown>;
      return { status, rest };
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 404, rest: { code: 'route_not_found' } });
});
