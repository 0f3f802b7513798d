import { scheduler } from '@muster/contracts';
import { VERSION } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentWithKey } from './agent-with-key.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const adapters = [{ type: 'remote', companies: null }] as const;

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

const open = {
  build: null,
  currency: 'USD',
  signIn: { password: true, token: true, link: true, provider: false },
  board: null,
};

describe('the instance', () => {
  it('tells strangers the ways in, and nothing that helps them to break in', async () => {
    const answer = await server.call('GET /api/instance', { token: '' });
    expect(answer).toMatchObject({ status: 200, body: open });
    expect(answer.body).toEqual(open);
    const wrong = await server.call('GET /api/instance', { token: 'a token that has ended' });
    expect(wrong.body).toEqual(open);
    const { token } = await agentWithKey(server);
    expect((await server.call('GET /api/instance', { token })).body).toEqual(open);
  });

  it('takes the board for no stranger while its credential is not looked up', async () => {
    const own = await openGateway({ FAILED_TRIES_BURST: '1' });
    const { token } = (await own.call('POST /api/board-tokens', { body: {} })).body;
    const mistyped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await own.call('GET /api/instance', { token: mistyped })).body).toEqual(open);
    expect(await own.call('GET /api/instance', { token })).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', details: { by: 'token' } },
    });
    await own.close();
  });

  it('tells the board the version, and the adapters while the scheduler answers', async () => {
    const without = await server.call('GET /api/instance');
    expect(without.body).toEqual({ ...open, board: { version: VERSION } });
    const stub = await stubOf(scheduler, {
      getInstalledAdapters: async () => ({ adapters: [...adapters], exampleAgent: null }),
    })(server.stage.env);
    const { body } = await server.call('GET /api/instance');
    expect(body.board).toEqual({ version: VERSION, adapters, exampleAgent: null });
    await stub.stop();
  });
});
