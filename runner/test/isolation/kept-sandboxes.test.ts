import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readlinkSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeEach } from '@muster/test-kit/needs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptySandbox } from '../../src/isolation/bubblewrap.ts';
import type { Leader } from '../../src/isolation/isolation.ts';
import { openKeptSandboxes } from '../../src/isolation/kept-sandboxes.ts';
import { isRunning } from '../../src/isolation/leader.ts';
import { isOfUser, killEach, processesWhere } from '../../src/isolation/processes.ts';
import { hasKind, ownUids } from './kinds.ts';

const HOLD = new URL('hold-sandbox.ts', import.meta.url).pathname;
/** Longer than any machine takes. */
const PATIENCE = { timeout: 60_000 };
const { last: uid } = ownUids();
const nothing = async (): Promise<void> => undefined;

let folder = '';
beforeEach(() => (folder = mkdtempSync('/var/tmp/kept-')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inside = (enter: readonly string[] | undefined, script: string): string => {
  if (!enter) throw new Error('no sandbox');
  const asUser = [`--setuid=${uid}`, `--setgid=${uid}`];
  const args = [...enter, ...asUser, '/bin/sh', '-c', script];
  return execFileSync('nsenter', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
};
/** Numbers of namespaces are given again soon, those of processes are not. */
const processesIn = (enter: readonly string[] | undefined): number[] => {
  const name = inside(enter, 'readlink /proc/self/ns/mnt').trim();
  return processesWhere((pid) => readlinkSync(`/proc/${pid}/ns/mnt`) === name);
};
const nameOf = (enter: readonly string[] | undefined): string => processesIn(enter).join(' ');

/** mq_open is 240; the flags are O_CREAT | O_RDWR. */
const MAKE_QUEUE = `perl -e 'my $name = "left"; syscall(240, $name, 66, 0600, 0) >= 0 or die "mq_open: $!"'`;
const leftovers: Readonly<Record<string, string>> = {
  'a file': 'echo left > /tmp/left',
  'a hidden file': 'echo left > /tmp/.left',
  'a file whose name is a pattern': "echo left > '/tmp/*'",
  'a link to nothing': 'ln -s nowhere /dev/shm/..left',
  'a message queue': MAKE_QUEUE,
  'shared memory of System V': 'ipcmk -M 100',
  'semaphores of System V': 'ipcmk -S 1',
  'a queue of System V': 'ipcmk -Q',
};

describeEach(['user with a sandbox'] as const, hasKind)(
  'the sandbox that is kept for an agent: %s',
  () => {
    it('is entered by its runs one after another', async () => {
      const kept = openKeptSandboxes();
      const first = nameOf(await kept.enter('a', emptySandbox));
      await kept.leave('a', nothing);
      expect(nameOf(await kept.enter('a', emptySandbox))).toBe(first);
      expect(nameOf(await kept.enter('b', emptySandbox))).not.toBe(first);
    });

    it.each(Object.keys(leftovers))('is not kept with %s in it', async (name) => {
      const kept = openKeptSandboxes();
      const enter = await kept.enter('a', emptySandbox);
      const first = nameOf(enter);
      inside(enter, leftovers[name] ?? '');
      await kept.leave('a', nothing);
      expect(nameOf(await kept.enter('a', emptySandbox))).not.toBe(first);
    });

    it('is kept when the processes have been ended that a run has left', async () => {
      const kept = openKeptSandboxes();
      const enter = await kept.enter('a', emptySandbox);
      const first = nameOf(enter);
      inside(enter, 'setsid sleep 600 >/dev/null 2>&1 &');
      const left = (): number[] => processesWhere(isOfUser(uid));
      expect(left()).toHaveLength(1);
      await kept.leave('a', async () => {
        killEach(left());
        await vi.waitUntil(() => left().length === 0, PATIENCE);
      });
      expect(nameOf(await kept.enter('a', emptySandbox))).toBe(first);
    });

    it('is made anew for other options, and when its folders were made anew or have moved', async () => {
      const kept = openKeptSandboxes();
      const shown = join(folder, 'shown');
      mkdirSync(shown);
      const options = [...emptySandbox, '--bind', shown, shown];
      const names = [nameOf(await kept.enter('a', emptySandbox))];
      const enterAgain = async (): Promise<void> => {
        await kept.leave('a', nothing);
        names.push(nameOf(await kept.enter('a', options)));
      };
      await enterAgain();
      // A file system may give it the same number.
      rmdirSync(shown);
      mkdirSync(shown);
      await enterAgain();
      renameSync(shown, join(folder, 'former'));
      mkdirSync(shown);
      await enterAgain();
      expect(new Set(names).size).toBe(4);
      await enterAgain();
      expect(names.at(-1)).toBe(names.at(-2));
    });

    it('is kept with a folder of the machine in /tmp, and not with a file beside it', async () => {
      const shown = mkdtempSync('/tmp/kept-');
      const kept = openKeptSandboxes();
      const options = [...emptySandbox, '--bind', shown, shown];
      const first = await kept.enter('a', options);
      const name = nameOf(first);
      inside(first, `[ -d ${shown} ]`);
      await kept.leave('a', nothing);
      const second = await kept.enter('a', options);
      expect(nameOf(second)).toBe(name);
      inside(second, 'echo left > /tmp/left');
      await kept.leave('a', nothing);
      expect(nameOf(await kept.enter('a', options))).not.toBe(name);
      rmdirSync(shown);
    });

    it('is made anew when it has ended', async () => {
      const kept = openKeptSandboxes();
      const enter = await kept.enter('a', emptySandbox);
      const first = nameOf(enter);
      killEach(processesIn(enter));
      await kept.leave('a', nothing);
      expect(nameOf(await kept.enter('a', emptySandbox))).not.toBe(first);
    });

    it('cannot be entered if bubblewrap cannot make it', async () => {
      const nowhere = join(folder, 'nowhere');
      const kept = openKeptSandboxes();
      const options = [...emptySandbox, '--bind', nowhere, nowhere];
      expect(await kept.enter('a', options)).toBeUndefined();
      expect(await kept.enter('a', emptySandbox)).toBeDefined();
    });

    it('is one of a bounded number of those without a program', async () => {
      const kept = openKeptSandboxes({ unusedMax: 1 });
      const [first, second] = [
        nameOf(await kept.enter('a', emptySandbox)),
        nameOf(await kept.enter('b', emptySandbox)),
      ];
      await kept.leave('a', nothing);
      await kept.leave('b', nothing);
      expect(nameOf(await kept.enter('b', emptySandbox))).toBe(second);
      expect(nameOf(await kept.enter('a', emptySandbox))).not.toBe(first);
    });

    it('is gone with a runner that is killed, and so are its programs', async () => {
      const runner = spawn(process.execPath, [HOLD], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(runner.stdout, 'data');
      const left = JSON.parse(String(line)) as Leader[];
      // Of bubblewrap, the shell that keeps it, what has entered it, and a program that does not end.
      expect(left.map(isRunning)).toEqual([true, true, true, true]);
      runner.kill('SIGKILL');
      await vi.waitUntil(() => !left.some(isRunning), PATIENCE);
    });
  },
);
