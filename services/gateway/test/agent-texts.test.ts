import { AdapterType, AgentIcon, composed, contracts, type Operation } from '@muster/contracts';
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

describe('where an agent looks first', () => {
  it('names texts and documents that exist', async () => {
    const { body } = await read('/llms.txt');
    const links = [...String(body).matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path);
    expect(links).toEqual(expect.arrayContaining(['/llms/heartbeat.txt', '/llms/paths.txt']));
    const answers = await Promise.all(links.map(read));
    expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200));
  });

  it('is answered at / for every client but a browser, which gets a page', async () => {
    const [text, page, index] = await Promise.all([
      read('/'),
      server.call('GET /', { token: '', headers: { accept: 'text/html,*/*;q=0.8' } }),
      read('/llms.txt'),
    ]);
    expect(text).toMatchObject({ status: 200, body: index.body });
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const links = [...String(page.body).matchAll(/<a href="(\/[^"]+)"/g)].map(([, to = '']) => to);
    expect(links).toContain('/llms.txt');
    const answers = await Promise.all(links.map(read));
    // Only the session needs a credential; the services of health are absent in this test.
    expect(answers.filter(({ status }) => status === 404)).toEqual([]);
    expect([text, page].map(({ headers }) => headers.get('vary'))).toEqual(['accept', 'accept']);
  });

  it('lists every path with its methods in less than 6 KB', async () => {
    const text = String((await read('/llms/paths.txt')).body);
    expect(Buffer.byteLength(text)).toBeLessThan(6_144);
    const sections = text.split(/^## (?:Below (\S+)|Other paths)\n/m).slice(1);
    const listed = sections.flatMap((part, at) =>
      at % 2 === 0
        ? []
        : [...part.matchAll(/^(\/\S*) ([A-Z ]+)$/gm)].flatMap(([, path, methods = '']) =>
            methods.split(' ').map((method) => `${method} ${sections[at - 1] ?? ''}${path}`),
          ),
    );
    const all = [...contracts.map(({ operations }) => operations), composed]
      .flatMap((operations) => Object.values<Operation>(operations))
      .flatMap(({ http }) => (http === undefined ? [] : [http as string]));
    expect(listed.toSorted()).toEqual(all.toSorted());
  });
});
