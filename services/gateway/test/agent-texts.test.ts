import { AgentIcon } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const read = (path: string) => door.call(`GET ${path}`, { token: '' });

describe('the list of icons', () => {
  it('is plain text with one name a line, for everybody', async () => {
    const { status, headers, body } = await read('/llms/agent-icons.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toBe(AgentIcon.options.map((name) => `- ${name}\n`).join(''));
    expect(AgentIcon.options).toHaveLength(41);
  });

  it('is the same under /api', async () => {
    expect((await read('/api/llms/agent-icons.txt')).body)
      .toBe((await read('/llms/agent-icons.txt')).body);
  });
});
