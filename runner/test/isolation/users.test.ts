import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openUsers, type Users } from '../../src/isolation/users.ts';

const uids = { first: 300_000, last: 300_009 };
let runsDir = '';
beforeEach(() => (runsDir = mkdtempSync(join(tmpdir(), 'users-'))));
afterEach(() => rmSync(runsDir, { recursive: true }));

const self = process.getuid?.() ?? 0;

const open = (): Promise<Users> => openUsers({ runsDir, hide: [], uids, loopbackPorts: [] });
const anAgent = (companyId = randomUUID()) => ({ companyId, agentId: randomUUID() });

describe('the users of agents', () => {
  it('are different, with one group for each company, and stay when the runner is replaced', async () => {
    const companyId = randomUUID();
    const agents = [anAgent(companyId), anAgent(companyId), anAgent()] as const;
    const users = await open();
    const [first, second, foreign] = await Promise.all(agents.map((agent) => users.of(agent)));
    expect(second?.gid).toBe(first?.gid);
    const numbers = [first?.uid, first?.gid, second?.uid, foreign?.uid, foreign?.gid];
    expect(new Set(numbers).size).toBe(5);
    const later = await open();
    expect(await Promise.all(agents.map((agent) => later.of(agent)))).toEqual([
      first,
      second,
      foreign,
    ]);
    expect(statSync(join(runsDir, 'users.json')).mode & 0o777).toBe(0o600);
  });

  it('are refused when all numbers are given', async () => {
    const users = await open();
    for (let n = 0; n < 5; n++) await users.of(anAgent());
    await expect(users.of(anAgent())).rejects.toThrow('MUSTER_RUNNER_UIDS');
  });

  it('are not made anew from a register that cannot be read', async () => {
    writeFileSync(join(runsDir, 'users.json'), '{"next":');
    await expect(open()).rejects.toThrow('users.json cannot be read');
  });

  it('are not those of homes whose register is lost', async () => {
    mkdirSync(join(runsDir, randomUUID()));
    const users = await openUsers({
      runsDir,
      hide: [],
      uids: { first: self, last: self + 9 },
      loopbackPorts: [],
    });
    const { uid, gid } = await users.of(anAgent());
    expect([uid, gid]).not.toContain(self);
  });
});
