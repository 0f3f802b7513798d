/** Checkouts of an agent's own, made from real and from hostile repositories. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from '@muster/runner-protocol';
import { describeEach } from '@muster/test-kit/needs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allIsolations, hasIsolation, shellRun } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

describeEach(allIsolations, hasIsolation)('a checkout under %s', (isolation) => {
  const work = mkdtempSync('/var/tmp/muster-worktrees-');
  chmodSync(work, 0o755);
  const marks = join(work, 'marks');
  beforeAll(async () => {
    writeFileSync(marks, '');
    chmodSync(marks, 0o666);
  });
  afterAll(async () => {
    rmSync(work, { recursive: true, force: true });
  });
  const at = useRunner(isolation, isolation === 'sandbox' ? { MUSTER_LOCAL_ROOTS: work } : {});

  const git = (repository: string, ...args: string[]): string =>
    execFileSync(
      'git',
      ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args],
      {
        encoding: 'utf8',
      },
    ).trim();
  /** With two commits on its branch `main`, and `older` at the first. */
  const repository = (name: string): string => {
    const path = join(work, name);
    execFileSync('git', ['init', '-q', '-b', 'main', path]);
    mkdirSync(join(path, 'below'));
    writeFileSync(join(path, 'below/file.txt'), 'one\n');
    git(path, 'add', '.');
    git(path, 'commit', '-qm', 'One');
    git(path, 'branch', 'older');
    writeFileSync(join(path, 'below/file.txt'), 'two\n');
    git(path, 'commit', '-qam', 'Two');
    return path;
  };
  const agent = () => ({ companyId: randomUUID(), agentId: randomUUID() });
  const runIn = async (
    cwd: string,
    script: string,
    { of = agent(), ...worktree }: Partial<Worktree> & { of?: ReturnType<typeof agent> } = {},
  ) => {
    const { key, message } = shellRun(script, of);
    const name = worktree.name ?? 'PX-12';
    const asked = { name, branch: `muster/${name}-bob`, ref: null, ended: [], ...worktree };
    await at.scheduler.send({ ...message, program: { ...message.program, cwd, worktree: asked } });
    const { outcome } = await at.scheduler.of('ended', key);
    await at.scheduler.send({ kind: 'forget', ...key });
    return { outcome, text: at.scheduler.text(key).trim() };
  };
  const done = { status: 'succeeded', error: null };
  const snapshot = (path: string): string =>
    execFileSync('sh', ['-c', 'find . -type f -exec sha256sum {} + | sort'], {
      cwd: path,
      encoding: 'utf8',
    });

  it('has a branch of its own from HEAD or a ref, is kept, and leaves the source as it was', async () => {
    const source = repository('source');
    const before = snapshot(source);
    const of = agent();
    const show =
      'pwd; git branch --show-current; git log --format=%s; cat file.txt; git diff --stat';
    const first = await runIn(join(source, 'below'), show, { of });
    expect(first.outcome).toMatchObject(done);
    expect(first.text.replace(/^.*\/worktrees/, '')).toBe(
      '/PX-12/below\nmuster/PX-12-bob\nTwo\nOne\ntwo',
    );
    const identity = 'git config user.name a; git config user.email a@b.c';
    const commit = `${identity}; echo three >file.txt; git commit -qam Three; echo four >new.txt`;
    expect((await runIn(join(source, 'below'), commit, { of })).outcome).toMatchObject(done);
    const again = await runIn(join(source, 'below'), 'git log --format=%s; cat *.txt', { of });
    expect(again.text).toBe('Three\nTwo\nOne\nthree\nfour');
    const older = await runIn(source, 'git log --format=%s; git log -1 --format=%s origin/main', {
      of,
      name: 'PX-13',
      ref: 'older',
    });
    expect(older.text).toBe('One\nTwo');
    expect(snapshot(source)).toBe(before);
    // What the source loses, the checkout keeps.
    rmSync(join(source, '.git/objects'), { recursive: true });
    const kept = await runIn(source, 'git fsck --full 2>&1; git log --format=%s', { of });
    expect(kept.text).toBe('Three\nTwo\nOne');
  });

  it('starts nothing of a hostile repository, and fetches nothing', async () => {
    const source = repository('hostile');
    const mark = join(work, 'mark');
    writeFileSync(mark, `#!/bin/sh\necho "$0 $*" >>${marks}\ncat\n`, { mode: 0o755 });
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      symlinkSync(mark, join(source, '.git/hooks', hook));
    }
    writeFileSync(join(source, '.gitattributes'), '*.txt filter=evil diff=evil\n');
    writeFileSync(
      join(source, '.gitmodules'),
      `[submodule "m"]\n\tpath = m\n\turl = ext::${mark}\n`,
    );
    git(source, 'add', '.');
    git(source, 'commit', '-qm', 'Evil');
    const settings = {
      'core.fsmonitor': mark,
      'core.hooksPath': join(source, '.git/hooks'),
      'core.sshCommand': mark,
      'core.alternateRefsCommand': mark,
      'filter.evil.smudge': mark,
      'filter.evil.required': 'true',
      'diff.evil.textconv': mark,
      'submodule.recurse': 'true',
      'extensions.partialClone': 'evil',
      'remote.evil.url': `ext::${mark}`,
      'remote.evil.promisor': 'true',
      'protocol.ext.allow': 'always',
      'uploadpack.packObjectsHook': mark,
      'include.path': '/etc/hostname',
    };
    for (const [name, value] of Object.entries(settings)) {
      execFileSync('git', ['config', '--file', join(source, '.git/config'), name, value]);
    }
    writeFileSync(marks, '');
    const found = await runIn(source, 'cat below/file.txt; git config --get core.fsmonitor; true');
    expect(found.outcome).toMatchObject(done);
    expect(found.text).toBe('two');
    for (const ref of ['--upload-pack=touch /tmp/x', '-x', 'a..b', ':/One', 'main@{upstream}']) {
      const { outcome } = await runIn(source, 'true', { ref, name: 'PX-14' });
      expect(outcome).toMatchObject({ status: 'failed', errorCode: 'worktree_ref_unknown' });
    }
    // An object is missing: a promisor remote would be asked for it.
    const blob = git(repository('partial'), 'rev-parse', 'HEAD:below/file.txt');
    const partial = join(work, 'partial');
    rmSync(join(partial, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    for (const [name, value] of Object.entries(settings)) {
      execFileSync('git', ['config', '--file', join(partial, '.git/config'), name, value]);
    }
    expect((await runIn(partial, 'true')).outcome).toMatchObject({ errorCode: 'worktree_failed' });
    expect(readFileSync(marks, 'utf8')).toBe('');
  });

  it('is not made without a repository, or where the agent has linked it elsewhere', async () => {
    const plain = join(work, 'plain');
    mkdirSync(plain);
    const refused = async (cwd: string, more: Partial<Worktree> = {}) =>
      (await runIn(cwd, 'true', more)).outcome.errorCode;
    expect(await refused(plain)).toBe('worktree_no_repository');
    expect(await refused(join(work, 'absent'))).toBe('cwd_missing');
    const source = repository('linked');
    expect(await refused(source, { ref: 'no-such-branch' })).toBe('worktree_ref_unknown');
    const of = agent();
    const plant = `rm -rf ../PX-12; ln -s ${plain} ../PX-12; ln -s ${plain} ../.new`;
    await runIn(source, plant, { of, name: 'PX-1' });
    const { outcome, text } = await runIn(source, 'pwd -P', { of });
    expect(outcome).toMatchObject(done);
    expect(text).toMatch(/worktrees\/PX-12$/);
    await runIn(source, `cd ../..; rm -rf worktrees; ln -s ${plain} worktrees`, { of });
    expect((await runIn(source, 'pwd -P', { of })).text).toMatch(/worktrees\/PX-12$/);
    expect(existsSync(join(plain, 'PX-12'))).toBe(false);
  });

  it('goes when its issue has ended and it holds nothing of its own, and is counted', async () => {
    const source = repository('ending');
    const of = agent();
    const names = Array.from({ length: 20 }, (_, n) => `PX-${n + 1}`);
    const identity = 'git config user.name a; git config user.email a@b.c';
    const works: Record<string, string> = {
      'PX-1': `${identity}; git commit -qm More --allow-empty`,
      'PX-2': 'echo changed >below/file.txt',
      'PX-3': 'echo new >new.txt',
      'PX-4': `${identity}; echo stashed >below/file.txt; git stash -q`,
      'PX-5': 'true',
    };
    for (const name of names.slice(0, 5)) await runIn(source, works[name] ?? '', { of, name });
    const clone = 'for n in $(seq 6 20); do cp -a ../PX-5 ../PX-$n; done';
    await runIn(source, clone, { of, name: 'PX-5' });
    const full = await runIn(source, 'true', { of, name: 'PX-21' });
    expect(full.outcome).toMatchObject({ status: 'failed', errorCode: 'worktrees_full' });
    const list = 'ls -v .. | tr "\\n" " "';
    const left = await runIn(source, list, { of, name: 'PX-21', ended: names.slice(0, 18) });
    expect(left.text).toBe('PX-1 PX-2 PX-3 PX-4 PX-19 PX-20 PX-21');
    const question = randomUUID();
    const inspection = {
      program: null,
      versionCommand: null,
      cwd: null,
      instructionsFile: null,
      apiUrl: 'http://127.0.0.1:9',
      forMs: 8_000,
    };
    await at.scheduler.send({ kind: 'inspect', inspectionId: question, ...of, inspection });
    expect(await at.scheduler.inspected(question)).toMatchObject({
      worktrees: ['PX-1', 'PX-19', 'PX-2', 'PX-20', 'PX-21', 'PX-3', 'PX-4'],
    });
  });
});
