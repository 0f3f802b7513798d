import { AdapterType, AgentIcon } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

const read = (path: string) => server.call(`GET ${path}`, { token: '' });

describe('the list of agent icons', () => {
  it('is public plain text with one name per line', async () => {
    const { status, headers, body } = await read('/llms/agent-icons.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toBe(AgentIcon.options.map((name) => `- ${name}\n`).join(''));
    expect(AgentIcon.options).toHaveLength(41);
  });

  it('is also served under /api', async () => {
    expect((await read('/api/llms/agent-icons.txt')).body).toBe(
      (await read('/llms/agent-icons.txt')).body,
    );
  });
});

describe('the texts about agent configuration', () => {
  it.each([
    '/llms/agent-configuration.txt',
    ...AdapterType.options.map((type) => `/llms/agent-configuration/${type}.txt`),
  ])('%s is public plain text, also under /api', async (path) => {
    const [text, same] = await Promise.all([read(path), read(`/api${path}`)]);
    expect(text.status).toBe(200);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.body).toMatch(/^# /);
    expect(same.body).toBe(text.body);
  });

  it.each(['gamma_local', '..%2Fprocess', 'PROCESS', '%00'])(
    'are not found for the type %s',
    async (type) => {
      const absent = await read(`/llms/agent-configuration/${type}.txt`);
      expect(absent).toMatchObject({
        status: 404,
        body: { code: 'adapter_type_not_found', hint: expect.any(String) },
      });
    },
  );
});
