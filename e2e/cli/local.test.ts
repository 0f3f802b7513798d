/** The installation on this machine: started, logged in to, and reset from the command line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { expect, it } from 'vitest';
import { usePerson } from './muster.ts';

const person = usePerson();

it('starts an installation, logs in to it with its own token, plays the demo, stops and resets', async () => {
  const dataDir = join(person.home, 'data');
  const port = String(await freePort());
  const env = {
    MUSTER_DATA_DIR: dataDir,
    PORT: port,
    MUSTER_SEED: 'none',
    MUSTER_ISOLATION: 'none',
  };
  expect(await person.run('login', ['--local'], { env })).toMatchObject({ code: 4 });
  const help = await person.run('start', ['--help'], { env });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('MUSTER_SEED') as string });
  const started = person.start('start', [], { env });
  const isUp = (): boolean => started.out().includes(`127.0.0.1:${port}`);
  await expect.poll(isUp, { timeout: 90_000 }).toBe(true);
  const login = async (): Promise<number | null> =>
    (await person.run('login', ['--local'], { env })).code;
  await expect.poll(login, { timeout: 30_000 }).toBe(0);
  expect(await person.run('doctor')).toMatchObject({ code: 2 });
  const demo = await person.run('demo', [], { env });
  expect(demo).toMatchObject({
    code: 0,
    out: expect.stringContaining('Activity of the company') as string,
  });
  expect((await person.run('issue list')).out).toContain('done');
  started.kill('SIGTERM');
  expect((await started.ended).code).toBe(0);
  expect((await person.run('whoami')).code).toBe(6);
  expect(await person.run('reset', [], { env })).toMatchObject({ code: 0 });
  expect(existsSync(join(dataDir, 'board-token'))).toBe(false);
});
