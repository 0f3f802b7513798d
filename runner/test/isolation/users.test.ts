import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEach } from '@muster/test-kit/needs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasIsolation, shellRun } from '../open-runner.ts';
import { useRunner } from '../use-runner.ts';
import type { AgentKey } from '../../src/isolation/isolation.ts';
import { openUsers, type User, type Users } from '../../src/isolation/users.ts';

const uids = { first: 300_000, last: 300_009 };
let runsDir = '';
beforeEach(() => (runsDir = mkdtempSync(join(tmpdir(), 'users-'))));
afterEach(() => rmSync(runsDir, { recursive: true }));

const self = process.getuid?.() ?? 0;

const open = (): Promise<Users> => openUsers({ runsDir, hide: [], uids, loopbackPorts: [] });
const anAgent = (companyId = randomUUID()) => ({ companyId, agentId: randomUUID() });

const homeOf = ({ agentId }: AgentKey): string => join(runsDir, agentId);
const give = (users: Users, agent: AgentKey): Promise<User> =>
  users.of(agent, async () => {
    mkdirSync(homeOf(agent), { recursive: true });
  });

describe('the users of agents', () => {
  it('are different, with one group for each company, and stay when the runner is replaced', async () => {
    const companyId = randomUUID();
    const agents = [anAgent(companyId), anAgent(companyId), anAgent()] as const;
    const users = await open();
    const [first, second, foreign] = await Promise.all(agents.map((agent) => give(users, agent)));
    expect(second?.gid).toBe(first?.gid);
    const numbers = [first?.uid, first?.gid, second?.uid, foreign?.uid, foreign?.gid];
    expect(new Set(numbers).size).toBe(5);
    const later = await open();
    expect(await Promise.all(agents.map((agent) => give(later, agent)))).toEqual([
      first,
      second,
      foreign,
    ]);
    expect(statSync(join(runsDir, 'users.json')).mode & 0o777).toBe(0o600);
  });

  it('are refused when all numbers are given', async () => {
    const users = await open();
    for (let n = 0; n < 5; n++) await give(users, anAgent());
    await expect(give(users, anAgent())).rejects.toThrow('MUSTER_RUNNER_UIDS');
  });

  it('are refused to a company that holds three quarters, and others still get some', async () => {
    const users = await open();
    const companyId = randomUUID();
    const ofCompany = () => give(users, anAgent(companyId));
    const first = await ofCompany();
    for (let n = 0; n < 6; n++) await ofCompany();
    await expect(ofCompany()).rejects.toThrow('no user for another agent of this company');
    const other = await give(users, anAgent());
    expect(other.gid).not.toBe(first.gid);
    await expect(ofCompany()).rejects.toThrow('MUSTER_RUNNER_UIDS');
  });

  it('are given again to the company of an agent whose home is removed, and to no other', async () => {
    const companyId = randomUUID();
    const former = anAgent(companyId);
    const users = await open();
    const given = await give(users, former);
    for (let n = 0; n < 6; n++) await give(users, anAgent(companyId));
    await give(users, anAgent());
    rmSync(homeOf(former), { recursive: true });
    const later = await open();
    await expect(give(later, anAgent())).rejects.toThrow('MUSTER_RUNNER_UIDS');
    const [next, tooMany] = await Promise.allSettled([
      give(later, anAgent(companyId)),
      give(later, anAgent(companyId)),
    ]);
    expect(next).toEqual({ status: 'fulfilled', value: given });
    expect(tooMany.status).toBe('rejected');
  });

  it('of a register of the release before are kept, and count for their companies', async () => {
    const agent = anAgent();
    const before = {
      next: uids.first + 2,
      companies: { [agent.companyId]: uids.first },
      agents: { [agent.agentId]: uids.first + 1 },
    };
    writeFileSync(join(runsDir, 'users.json'), JSON.stringify(before));
    const users = await open();
    expect(await give(users, agent)).toEqual({ gid: uids.first, uid: uids.first + 1 });
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
    const { uid, gid } = await give(users, anAgent());
    expect([uid, gid]).not.toContain(self);
  });
});

/** Of this process alone, and of no other test. */
const firstUid = 13_100_000 + 10 * (process.pid % 10_000);

describeEach(['user'] as const, hasIsolation)('a runner under %s', (isolation) => {
  const at = useRunner(isolation, { MUSTER_RUNNER_UIDS: `${firstUid}-${firstUid + 7}` });

  it('that has no user left for an agent says so, and starts those of other companies', async () => {
    const run = async (companyId: string, agentId: string = randomUUID()) => {
      const { key, message } = shellRun('echo done', { companyId, agentId });
      await at.scheduler.send(message);
      const { outcome } = await at.scheduler.of('ended', key);
      return outcome.errorCode ?? outcome.status;
    };
    const [company, agentId] = [randomUUID(), randomUUID()];
    expect(await run(company, agentId)).toBe('succeeded');
    for (let n = 0; n < 4; n++) expect(await run(company)).toBe('succeeded');
    expect(await run(company)).toBe('agent_users_full');
    expect(await run(randomUUID())).toBe('succeeded');
    expect(await run(company, agentId)).toBe('succeeded');
  });
});
