/** The files that a program finds in its agent's home, whatever the agent has left there. */
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CWD_PLACEHOLDER,
  HOME_PLACEHOLDER,
  type HomeFile,
  type HomeFolder,
  type Program,
} from '@muster/runner-protocol';
import { describeEach } from '@muster/test-kit/needs';
import { expect, it } from 'vitest';
import { shellRun, testedIsolations, hasIsolation } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

const fileOf = (path: string, content: string | Buffer, mode = 0o600): HomeFile => ({
  path,
  bytes: Buffer.from(content),
  mode,
});

const folderOf = (path: string, files: Readonly<Record<string, string>>): HomeFolder => ({
  path,
  files: Object.entries(files).map(([name, text]) => ({ path: name, bytes: Buffer.from(text) })),
});

describeEach(testedIsolations, hasIsolation)('under %s, the files of a program', (isolation) => {
  const at = useRunner(isolation);
  const agent = () => ({ companyId: randomUUID(), agentId: randomUUID() });
  const run = async (
    of: ReturnType<typeof agent>,
    script: string,
    files?: HomeFile[],
    folders?: HomeFolder[],
    more: Partial<Program> = {},
  ) => {
    const { key, message } = shellRun(script, of);
    const env = { OWN: `${HOME_PLACEHOLDER}/.own` };
    await at.scheduler.send({
      ...message,
      program: {
        ...message.program,
        env,
        ...(files ? { files } : {}),
        ...(folders ? { folders } : {}),
        ...more,
      },
    });
    const { outcome } = await at.scheduler.of('ended', key);
    await at.scheduler.send({ kind: 'forget', ...key });
    return { outcome, text: at.scheduler.text(key) };
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
    ['a link in the folders of its folder', 'rm -r "$OWN"; ln -s "$HOME/other" "$OWN"'],
    ['a link in the folders of a folder in it', 'rm -r "$OWN/in"; ln -s "$HOME/other" "$OWN/in"'],
    ['a link in the folders of the file', 'ln -sf "$HOME/other/file" "$OWN/in/file"'],
    ['a link to a folder in its folders', 'rm "$OWN/in/file"; ln -s "$HOME/other" "$OWN/in/file"'],
    ['a link where it is written first', 'ln -s "$HOME/other/file" "$OWN/in/.file.new"'],
    ['a hard link', 'ln -f "$HOME/other/file" "$OWN/in/file"'],
    ['a folder in its folders', 'rm "$OWN/in/file"; mkdir -p "$OWN/in/file/full/of"'],
    ['a file in the folders of its folder', 'rm -r "$OWN"; echo file > "$OWN"'],
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

  it('may have the folder among them in which it starts, and works on another one from there', async () => {
    const own = agent();
    const cwd = join(at.folder.runsDir, '..', 'checkout of ours');
    mkdirSync(cwd);
    chmodSync(cwd, 0o777);
    const start = (script: string, of: string | null) =>
      run(own, script, [], [folderOf('.own/start', { 'only/this': 'x' })], {
        cwd: of,
        startsIn: '.own/start',
      });
    const planted = 'echo x > settings; rm -r only; ln -s "$HOME" only';
    await start(planted, null);
    const script = `pwd; find . ! -type d; cd '${CWD_PLACEHOLDER}' && pwd && touch made && ls`;
    const { text, outcome } = await start(script, cwd);
    expect(outcome).toMatchObject({ status: 'succeeded' });
    const [started, ...rest] = text.trim().split('\n');
    expect(started).toMatch(/\/\.own\/start$/);
    expect(rest).toEqual(['./only/this', cwd, 'made']);
    expect((await start(script, join(cwd, 'none'))).outcome).toMatchObject({
      errorCode: 'cwd_missing',
    });
  });

  const skills = folderOf('.own/skills', {
    'publish/SKILL.md': 'Ümläute\n\tand tabs\n',
    'publish/a/b/style.md': 'plain',
    'write/SKILL.md': '',
  });
  const LIST =
    'cd "$OWN/skills" && find . ! -type d | sort | while read -r f; do echo "$f $(cat "$f")"; done';
  const LISTED =
    './publish/SKILL.md Ümläute\n\tand tabs\n./publish/a/b/style.md plain\n./write/SKILL.md \n';

  it('fill a folder that holds nothing else, which stays where it is the same', async () => {
    const own = agent();
    const begin = (script: string, folders = [skills]) => run(own, script, [], folders);
    const seen = async (folders = [skills]) => (await begin(LIST, folders)).text;
    const inode = 'stat -c "%i %a" "$OWN/skills" "$OWN/skills/publish/SKILL.md"';
    expect(await seen()).toBe(LISTED);
    const { text: first } = await begin(inode);
    expect((await begin(inode)).text).toBe(first);
    expect(first).toMatch(/^\d+ 700\n\d+ 600\n$/);
    const plants = [
      'echo more > publish/more',
      'echo other > publish/SKILL.md',
      'rm write/SKILL.md',
      'mkdir evil && echo x > evil/SKILL.md && chmod 311 evil',
      'chmod 644 publish/SKILL.md',
      'ln -sf "$HOME/elsewhere" write/SKILL.md',
      'rm -r publish && ln -s "$HOME/elsewhere" publish',
      'cd .. && cp -r skills other && rm -r skills && ln -s other skills',
      'cd .. && rm -r skills && echo file > skills',
      'mkdir -p deep/er && echo x > deep/er/y && chmod 000 deep',
      'touch "$(printf "two\\nlines")"',
      'mkfifo publish/pipe',
    ];
    for (const plant of plants) {
      const planted = await begin(
        `mkdir -p "$HOME/elsewhere"; echo kept > "$HOME/elsewhere/file"; cd "$OWN/skills"; ${plant}`,
      );
      expect([plant, planted.outcome.status]).toEqual([plant, 'succeeded']);
      expect([plant, await seen()]).toEqual([plant, LISTED]);
    }
    expect((await begin('cat "$HOME/elsewhere/file"; ls -A "$HOME/elsewhere"')).text).toBe(
      'kept\nfile\n',
    );
    const others = [folderOf('.own/skills', { 'write/SKILL.md': 'w' }), folderOf('.own/hooks', {})];
    await begin('mkdir "$OWN/hooks"; echo x > "$OWN/hooks/y"');
    expect(await seen(others)).toBe('./write/SKILL.md w\n');
    expect((await begin('ls -A "$OWN/hooks"', others)).text).toBe('');
  });

  it('are as many and as long as a message takes', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 960 }, (_, n) => [
        `skill-${n % 15}/${'f'.repeat(50)}/${n}.md`,
        randomBytes(128).toString('hex'),
      ]),
    );
    const own = agent();
    const { text } = await run(
      own,
      'find "$OWN/skills" -type f | wc -l',
      [],
      [folderOf('.own/skills', many)],
    );
    expect(text.trim()).toBe('960');
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
