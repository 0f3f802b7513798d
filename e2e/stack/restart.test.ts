import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { birthOf, freePort } from '@muster/local-servers';
import { until } from '@muster/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  newLocation,
  END_TIMEOUT_MS,
  readToken,
  runReset,
  start,
  watch,
} from './launcher.ts';
import { queryOnce } from '../world/sql.ts';

afterEach(cleanUp);

const health = async (baseUrl: string): Promise<unknown> =>
  (await fetch(`${baseUrl}/api/health`)).json();

describe('a data folder', () => {
  it('keeps rows, token and addresses between runs', async () => {
    const location = await newLocation();
    const first = start(location);
    const before = await first.up;
    await queryOnce(before.databaseUrl, "create table kept as select 'here' as word");
    first.child.kill('SIGTERM');
    await first.ended;
    const after = await start(location).up;
    expect(await queryOnce(after.databaseUrl, 'select word from kept')).toEqual([{ word: 'here' }]);
    expect(after.boardToken).toBe(before.boardToken);
    expect(after.databaseUrl).toBe(before.databaseUrl);
    expect(readToken(after)).toBe(after.boardToken);
  });

  it('is opened at another port, where the one before answers no more', async () => {
    const location = await newLocation();
    const first = start(location);
    const before = await first.up;
    first.child.kill('SIGTERM');
    await first.ended;
    const after = await start({ ...location, port: await freePort() }).up;
    expect(after.baseUrl).not.toBe(before.baseUrl);
    expect(after.boardToken).toBe(before.boardToken);
    expect(await health(after.baseUrl)).toEqual({ status: 'ok' });
    await expect(health(before.baseUrl)).rejects.toThrow();
  });

  it('recovers at once when the whole group was killed in the middle of work', async () => {
    const location = await newLocation();
    const first = start(location);
    const before = await first.up;
    const alive = watch(before);
    await queryOnce(before.databaseUrl, "create table kept as select 'here' as word");
    process.kill(-first.pid, 'SIGKILL');
    const after = await start(location).up;
    expect(alive()).toEqual([]);
    expect(await queryOnce(after.databaseUrl, 'select word from kept')).toEqual([{ word: 'here' }]);
    expect(await health(after.baseUrl)).toEqual({ status: 'ok' });
  });

  it('serves one launcher at a time', async () => {
    const location = await newLocation();
    const first = start(location);
    const facts = await first.up;
    const second = start({ ...location, port: location.port + 1 });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`in use by a running Muster (process ${first.pid})`);
    expect(await health(facts.baseUrl)).toEqual({ status: 'ok' });
  });

  it('serves one of two launchers that start at once', async () => {
    const location = await newLocation();
    const both = [start(location), start({ ...location, port: await freePort() })];
    const ended = await Promise.race(both.map(({ ended: end }, index) => end.then(() => index)));
    const [late, first] = ended === 0 ? both : both.toReversed();
    expect(await late?.ended).toBe(1);
    expect(late?.output()).toContain(`in use by a running Muster (process ${first?.pid})`);
    const { baseUrl } = (await first?.up) ?? { baseUrl: '' };
    expect(await health(baseUrl)).toEqual({ status: 'ok' });
  });

  it('is removed by reset, but not while it is in use', async () => {
    const location = await newLocation();
    const launcher = start(location);
    const alive = watch(await launcher.up);
    const refused = runReset(location);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('in use');
    launcher.child.kill('SIGKILL');
    await launcher.ended;
    expect(await runReset(location).ended).toBe(0);
    expect(existsSync(location.dataDir)).toBe(false);
    await until(
      'the end of all processes',
      () => alive().length === 0 || undefined,
      END_TIMEOUT_MS,
    );
  });

  it('is not removed by reset if Muster did not create it', async () => {
    const { dataDir, port } = await newLocation();
    const stranger = { dataDir: `${dataDir}/..`, port };
    const refused = runReset(stranger);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('nothing was removed');
  });
});

describe('two instances', () => {
  it('run side by side', async () => {
    const [one, two] = await Promise.all([newLocation(), newLocation()]);
    const [first, second] = await Promise.all([start(one).up, start(two).up]);
    expect(first.databaseUrl).not.toBe(second.databaseUrl);
    expect(await health(first.baseUrl)).toEqual({ status: 'ok' });
    expect(await health(second.baseUrl)).toEqual({ status: 'ok' });
  });

  it('cannot share a port', async () => {
    const [one, two] = await Promise.all([newLocation(), newLocation()]);
    await start(one).up;
    const late = start({ ...two, port: one.port });
    expect(await late.ended).toBe(1);
    expect(late.output()).toContain(`Port ${one.port} is in use by another program`);
  });
});

describe('a killed process', () => {
  it('is restarted, of a service or a server, time after time', async () => {
    const launcher = start(await newLocation());
    const facts = await launcher.up;
    for (const name of ['gateway', 'issues', 'postgres', 'nats']) {
      const pid = facts.pids.find((each) => each.name === name)?.pid ?? 0;
      expect(pid).toBeGreaterThan(0);
      const birth = birthOf(pid);
      process.kill(pid, 'SIGKILL');
      await until(`the end of ${name}`, () => birthOf(pid) !== birth || undefined, END_TIMEOUT_MS);
      const report = new RegExp(`${name}\\S* exited \\(SIGKILL\\)`);
      await until(
        `the report on ${name}`,
        () => report.test(launcher.output()) || undefined,
        END_TIMEOUT_MS,
      );
      const isHealthy = async () =>
        isDeepStrictEqual(await health(facts.baseUrl), { status: 'ok' }) || undefined;
      await until('a healthy gateway', isHealthy, END_TIMEOUT_MS);
      const canQuery = async () =>
        (await queryOnce(facts.databaseUrl, 'select 1 as one')).length === 1 || undefined;
      await until('a database', canQuery, END_TIMEOUT_MS);
    }
  });
});

describe('settings', () => {
  it('name what is wrong with them', async () => {
    const location = await newLocation();
    const short = start(location, { MUSTER_BOARD_TOKEN: 'short' });
    expect(await short.ended).toBe(1);
    expect(short.output()).toContain('MUSTER_BOARD_TOKEN must have at least 32 characters');
    const wordy = start(location, { PORT: 'many' });
    expect(await wordy.ended).toBe(1);
    expect(wordy.output()).toContain('PORT must be a number');
  });

  it('take the board token that they are given', async () => {
    const token = 'a-token-of-my-own-with-enough-characters';
    const facts = await start(await newLocation(), { MUSTER_BOARD_TOKEN: token }).up;
    expect(facts.boardToken).toBe(token);
    expect(readToken(facts)).toBe(token);
  });
});
