/** The files that a program finds in its agent's home, whatever the agent has left there. */
import { randomBytes, randomUUID } from 'node:crypto';
import { HOME_PLACEHOLDER, type HomeFile } from '@muster/runner-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeFolder,
  openScheduler,
  shellRun,
  startRunnerProcess,
  testedIsolations,
  type RunnerProcess,
  type Scheduler,
} from './open-runner.ts';

const fileOf = (path: string, content: string | Buffer, mode = 0o600): HomeFile => ({
  path,
  bytes: Buffer.from(content),
  mode,
});

describe.each(testedIsolations)('under %s, the files of a program', (isolation) => {
  const folder = makeFolder(isolation);
  let runner: RunnerProcess;
  let scheduler: Scheduler;
  beforeAll(async () => {
    runner = await startRunnerProcess(folder);
    scheduler = await openScheduler(folder, runner.port);
  });
  afterAll(async () => {
    scheduler.close();
    runner.kill('SIGTERM');
    await runner.exited;
    folder.remove();
  });

  const agent = () => ({ companyId: randomUUID(), agentId: randomUUID() });
  const run = async (of: ReturnType<typeof agent>, script: string, files?: HomeFile[]) => {
    const { key, message } = shellRun(script, of);
    const env = { OWN: `${HOME_PLACEHOLDER}/.own` };
    await scheduler.send({
      ...message,
      program: { ...message.program, env, ...(files ? { files } : {}) },
    });
    const { outcome } = await scheduler.of('ended', key);
    await scheduler.send({ kind: 'forget', ...key });
    return { outcome, text: scheduler.text(key) };
  };

  it('are there byte for byte, for their agent alone, at the path that it is given', async () => {
    const bytes = randomBytes(100_000);
    const { text, outcome } = await run(
      agent(),
      `cd ${HOME_PLACEHOLDER} && [ "$PWD" = "$HOME" ] && cd "$OWN" && base64 -w 0 a/b/bytes &&
      stat -c ' %a %n' a/b/bytes run.sh empty && [ "$(stat -c %u empty)" = "$(id -u)" ] && ./run.sh`,
      [
        fileOf('.own/a/b/bytes', bytes),
        fileOf('.own/run.sh', '#!/bin/sh\necho ran\n', 0o700),
        fileOf('.own/empty', ''),
      ],
    );
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(text).toBe(`${bytes.toString('base64')} 600 a/b/bytes\n 700 run.sh\n 600 empty\nran\n`);
  });

  it('are put back on every start, and what else is in the home stays', async () => {
    const own = agent();
    const files = [fileOf('.own/settings', 'theirs')];
    await run(own, 'echo mine > "$OWN/settings"; echo kept > "$OWN/memory"', files);
    const { text } = await run(own, 'cat "$OWN/settings" "$OWN/memory"; ls -A "$OWN"', files);
    expect(text).toBe('theirskept\nmemory\nsettings\n');
  });

  it.each([
    ['a link in the place of its folder', 'rm -r "$OWN"; ln -s "$HOME/other" "$OWN"'],
    ['a link in the place of a folder in it', 'rm -r "$OWN/in"; ln -s "$HOME/other" "$OWN/in"'],
    ['a link in the place of the file', 'ln -sf "$HOME/other/file" "$OWN/in/file"'],
    ['a link to a folder in its place', 'rm "$OWN/in/file"; ln -s "$HOME/other" "$OWN/in/file"'],
    ['a link where it is written first', 'ln -s "$HOME/other/file" "$OWN/in/.file.new"'],
    ['a hard link', 'ln -f "$HOME/other/file" "$OWN/in/file"'],
    ['a folder in its place', 'rm "$OWN/in/file"; mkdir -p "$OWN/in/file/full/of"'],
    ['a file in the place of its folder', 'rm -r "$OWN"; echo file > "$OWN"'],
  ])('are put back where the agent has planted %s', async (_, plant) => {
    const own = agent();
    const files = [fileOf('.own/in/file', 'theirs')];
    await run(own, 'mkdir "$HOME/other"; echo mine > "$HOME/other/file"', files);
    const planted = await run(own, `OWN=$HOME/.own; ${plant}`);
    expect(planted.outcome).toMatchObject({ status: 'succeeded' });
    const { text } = await run(
      own,
      'cat "$OWN/in/file" "$HOME/other/file"; ls -A "$HOME/other"; stat -c "%F %h" "$OWN" "$OWN/in/file" | cut -c 1-9',
      files,
    );
    expect(text.split('\n').slice(0, 2)).toEqual(['theirsmine', 'file']);
    expect(text).toContain('directory');
  });

  it('keep a program from starting that cannot have them', async () => {
    const { outcome, text } = await run(agent(), 'echo begun', [
      fileOf('workspace/ok', ''),
      fileOf(`.own/${'n'.repeat(300)}`, ''),
    ]);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'home_not_writable' });
    expect(text).toBe('');
  });

  it('are not needed, and then the placeholder is ordinary text', async () => {
    const { text } = await run(agent(), `echo '${HOME_PLACEHOLDER}' "$OWN"`);
    expect(text).toBe(`${HOME_PLACEHOLDER} ${HOME_PLACEHOLDER}/.own\n`);
  });
});
