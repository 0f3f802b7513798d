/** The output of runs at a terminal. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scheduler } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { usePerson } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();
const board = () => ({
  env: { MUSTER_URL: world().stack.baseUrl, MUSTER_TOKEN: world().stack.boardToken },
});

/** A run of a program that a shell carries out. */
async function start(program: string): Promise<{ readonly runId: string; readonly cwd: string }> {
  const { id: companyId } = await createCompany(world().board);
  const cwd = join(world().folder, companyId);
  mkdirSync(cwd, { recursive: true });
  const { id: agentId } = await addAgent(world().board, companyId, {
    adapterConfig: { command: '/bin/sh', args: ['-c', program], cwd },
    runtimeConfig: {},
  });
  const woken = await world().board.call(scheduler, 'wakeAgent', { agentId });
  if (!('id' in woken)) throw new Error(`skipped: ${woken.reason}`);
  return { runId: woken.id, cwd };
}

it('shows what a run prints as it prints it, until it has ended', async () => {
  const { runId, cwd } = await start('echo begun; until [ -e go ]; do sleep 0.1; done; cat go');
  const following = person.start('logs', ['-f', runId], board());
  await expect.poll(() => following.out()).toBe('begun\n');
  const transcript = '../../libs/cli-agents/transcripts/codex/success.jsonl';
  copyFileSync(fileURLToPath(new URL(transcript, import.meta.url)), join(cwd, 'go'));
  const { code, out, err } = await following.ended;
  expect(code).toBe(0);
  expect(err).toContain('The run is succeeded.');
  expect(out).toMatch(
    /^begun\n(?:.*\n)* {2}The session up to now: [\d,]+ tokens in, [\d,]+ out\n$/,
  );

  const again = await person.run('logs', [runId], board());
  expect(again.out).toBe(out);
  const raw = await person.run('logs', [runId, '--raw'], board());
  expect(raw.out).toMatch(/^begun\n\{"type":"thread.started"/);
});

it('lets no program steer the terminal, and tells of a run that there is not', async () => {
  const { runId } = await start(String.raw`printf '\033]0;x\007\n'`);
  const { out } = await person.run('logs', ['-f', runId], board());
  expect(out).toBe('\\u{1b}]0;x\\u{7}\n');
  const missing = await person.run('logs', ['0197f0a2-6d4b-7c3e-9a51-3f2b8c1d4e5f'], board());
  expect(missing).toMatchObject({
    code: 4,
    err: expect.stringContaining('run_not_found') as string,
  });
});
