import { existsSync } from 'node:fs';
import { birthOf } from '@muster/tools/servers';
import { afterEach, describe, expect, test } from 'vitest';
import {
  cleanUp, newPlace, PATIENCE, query, readToken, runReset, start, watch,
} from './launcher.ts';

afterEach(cleanUp);

const health = async (baseUrl: string): Promise<unknown> =>
  (await fetch(`${baseUrl}/api/health`)).json();

describe('a data folder', () => {
  test('keeps rows, token and addresses between runs', async () => {
    const place = await newPlace();
    const first = start(place);
    const before = await first.up;
    await query(before.databaseUrl, "create table kept as select 'here' as word");
    first.child.kill('SIGTERM');
    await first.ended;
    const after = await start(place).up;
    expect(await query(after.databaseUrl, 'select word from kept')).toEqual([{ word: 'here' }]);
    expect(after.boardToken).toBe(before.boardToken);
    expect(after.databaseUrl).toBe(before.databaseUrl);
    expect(readToken(after)).toBe(after.boardToken);
  });

  test('recovers at once when the whole group was killed in the middle of work', async () => {
    const place = await newPlace();
    const first = start(place);
    const before = await first.up;
    const alive = watch(before);
    await query(before.databaseUrl, "create table kept as select 'here' as word");
    process.kill(-first.pid, 'SIGKILL');
    const after = await start(place).up;
    expect(alive()).toEqual([]);
    expect(await query(after.databaseUrl, 'select word from kept')).toEqual([{ word: 'here' }]);
    expect(await health(after.baseUrl)).toEqual({ status: 'ok' });
  });

  test('serves one launcher at a time', async () => {
    const place = await newPlace();
    const first = start(place);
    const facts = await first.up;
    const second = start({ ...place, port: place.port + 1 });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`in use by a running Muster (process ${first.pid})`);
    expect(await health(facts.baseUrl)).toEqual({ status: 'ok' });
  });

  test('is removed by reset, but not while it is in use', async () => {
    const place = await newPlace();
    const launcher = start(place);
    const alive = watch(await launcher.up);
    const refused = runReset(place);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('in use');
    launcher.child.kill('SIGKILL');
    await launcher.ended;
    expect(await runReset(place).ended).toBe(0);
    expect(existsSync(place.dataDir)).toBe(false);
    await expect.poll(alive, PATIENCE).toEqual([]);
  });

  test('is not removed by reset when it is no folder of ours', async () => {
    const { dataDir, port } = await newPlace();
    const stranger = { dataDir: `${dataDir}/..`, port };
    const refused = runReset(stranger);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('nothing was removed');
  });
});

describe('two instances', () => {
  test('run side by side', async () => {
    const [one, two] = await Promise.all([newPlace(), newPlace()]);
    const [first, second] = await Promise.all([start(one).up, start(two).up]);
    expect(first.databaseUrl).not.toBe(second.databaseUrl);
    expect(await health(first.baseUrl)).toEqual({ status: 'ok' });
    expect(await health(second.baseUrl)).toEqual({ status: 'ok' });
  });

  test('cannot share a port', async () => {
    const [one, two] = await Promise.all([newPlace(), newPlace()]);
    await start(one).up;
    const late = start({ ...two, port: one.port });
    expect(await late.ended).toBe(1);
    expect(late.output()).toContain(`Port ${one.port} is in use by another program`);
  });
});

describe('a fallen process', () => {
  test('comes back, be it of a service or a server, time after time', async () => {
    const launcher = start(await newPlace());
    const facts = await launcher.up;
    for (const name of ['gateway', 'issues', 'postgres', 'nats']) {
      const pid = facts.pids.find((each) => each.name === name)?.pid ?? 0;
      expect(pid).toBeGreaterThan(0);
      const birth = birthOf(pid);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => birthOf(pid), PATIENCE).not.toBe(birth);
      const report = new RegExp(`${name}\\S* fell \\(SIGKILL\\)`);
      await expect.poll(launcher.output, PATIENCE).toMatch(report);
      await expect.poll(() => health(facts.baseUrl).catch(() => undefined), PATIENCE)
        .toEqual({ status: 'ok' });
      await expect.poll(() => query(facts.databaseUrl, 'select 1 as one').catch(() => undefined),
        PATIENCE).toEqual([{ one: 1 }]);
    }
  });
});

describe('settings', () => {
  test('name what is wrong with them', async () => {
    const place = await newPlace();
    const short = start(place, { MUSTER_BOARD_TOKEN: 'short' });
    expect(await short.ended).toBe(1);
    expect(short.output()).toContain('MUSTER_BOARD_TOKEN must have at least 32 characters');
    const wordy = start(place, { PORT: 'many' });
    expect(await wordy.ended).toBe(1);
    expect(wordy.output()).toContain('PORT must be a number');
  });

  test('take the board token that they are given', async () => {
    const token = 'a-token-of-my-own-with-enough-characters';
    const facts = await start(await newPlace(), { MUSTER_BOARD_TOKEN: token }).up;
    expect(facts.boardToken).toBe(token);
    expect(readToken(facts)).toBe(token);
  });
});
