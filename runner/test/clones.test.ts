/** Checkouts that are made from repositories of a git server, by a real runner. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worktree } from '@muster/runner-protocol';
import { describeEach } from '@muster/test-kit/needs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGitServer, type GitServer } from '@muster/test-kit/git-server';
import { allIsolations, hasIsolation, shellRun } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

type Agent = ReturnType<typeof newAgent>;
const newAgent = () => ({ companyId: randomUUID(), agentId: randomUUID() });

describeEach(allIsolations, hasIsolation)('a clone under %s', (isolation) => {
  let forge: GitServer;
  beforeAll(async () => {
    forge = await openGitServer();
  });
  afterAll(() => forge.close());
  const at = useRunner(isolation, { MUSTER_EGRESS_ALLOW: '127.0.0.1' });

  const runIn = async (
    repository: Worktree['repository'],
    script: string,
    { of = newAgent(), ...more }: Partial<Worktree> & { of?: Agent } = {},
  ) => {
    const { key, message } = shellRun(script, of);
    const name = more.name ?? 'PX-12';
    const commit = {
      name: 'Bob',
      email: `${of.agentId}@agents.muster.invalid`,
      subject: `${name} Mend the roof`,
      runId: key.runId,
      secrets: [],
    };
    const branch = `muster/${name}-bob`;
    const worktree = { name, branch, ref: null, ended: [], commit, repository, ...more };
    await at.scheduler.send({ ...message, program: { ...message.program, cwd: null, worktree } });
    const { outcome } = await at.scheduler.of('ended', key);
    await at.scheduler.send({ kind: 'forget', ...key });
    return { outcome, text: at.scheduler.text(key).trim() };
  };
  const of = (name: string, authorization?: string): Worktree['repository'] => ({
    url: `${forge.url}/${name}`,
    ...(authorization === undefined ? {} : { authorization }),
  });
  const basic = (credential: string) => `Basic ${Buffer.from(credential).toString('base64')}`;
  const codeOf = async (...args: Parameters<typeof runIn>) =>
    (await runIn(...args)).outcome.errorCode;

  it('is the newest commit without its history, on a branch that is fetched with what was left', async () => {
    const theirs = forge.repository('shop', 'one', 'two');
    const agent = newAgent();
    const first = await runIn(of('shop'), 'git log --format=%s; git remote -v; echo 3 >new.txt', {
      of: agent,
    });
    expect(first.outcome).toMatchObject({
      status: 'succeeded',
      work: { branch: 'muster/PX-12-bob', commitCount: 1, files: 1 },
    });
    expect(first.text).toBe(
      `two\norigin\t${forge.url}/shop (fetch)\norigin\t${forge.url}/shop (push)`,
    );
    const mine = mkdtempSync(join(tmpdir(), 'muster-mine-'));
    const home = join(at.folder.runsDir, agent.agentId);
    const { uid, gid } = statSync(home);
    const asAgent = `setpriv --reuid=${uid} --regid=${gid} --clear-groups git-upload-pack`;
    const how = isolation === 'user' ? ['--upload-pack', asAgent] : [];
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', mine, ...args], { encoding: 'utf8' }).trim();
    git('clone', '-q', theirs, '.');
    git('fetch', '-q', ...how, join(home, 'worktrees/PX-12'), 'muster/PX-12-bob:bob');
    expect(git('log', '--format=%an %s', 'bob')).toBe('Bob PX-12 Mend the roof\na two\na one');
    rmSync(mine, { recursive: true });
    // The next run on the issue needs no server, and one on another issue has what is new there.
    const before = forge.asked.length;
    expect((await runIn(of('shop'), 'cat new.txt', { of: agent })).text).toBe('3');
    expect(forge.asked.length).toBe(before);
    forge.commit('shop', 'three');
    const next = await runIn(of('shop'), 'git log --format=%s; cat file.txt; git fsck 2>&1', {
      of: agent,
      name: 'PX-13',
    });
    expect(next.text).toBe('three\nthree');
    const same = forge.asked.length;
    await runIn(of('shop'), 'true', { of: agent, name: 'PX-14' });
    expect(forge.asked.slice(same)).toEqual(['GET /shop/info/refs?service=git-upload-pack']);
    const left = await runIn(of('shop'), 'ls .. | tr "\\n" " "', {
      of: agent,
      name: 'PX-15',
      ended: ['PX-12', 'PX-13', 'PX-14'],
    });
    expect(left.text).toBe('PX-12 PX-15');
  });

  it('begins at the branch, tag or commit that the workspace names', async () => {
    forge.repository('refs', 'one', 'two', 'three');
    forge.git('refs', 'branch', 'older', 'HEAD~');
    forge.git('refs', 'tag', '-am', 'x', 'v1', 'HEAD~2');
    const subject = async (ref: string) =>
      (await runIn(of('refs'), 'git log --format=%s', { ref })).text;
    expect(await subject('older')).toBe('two');
    expect(await subject('refs/tags/v1')).toBe('one');
    expect(await subject(forge.git('refs', 'rev-parse', 'main'))).toBe('three');
    for (const ref of ['absent', '--upload-pack=touch x', 'a..b', '0'.repeat(40)]) {
      expect(await codeOf(of('refs'), 'true', { ref })).toBe('worktree_ref_unknown');
    }
  });

  it('uses a credential that the agent finds nowhere', async () => {
    forge.repository('private', 'one');
    expect(await codeOf(of('private'), 'true')).toBe('repository_refused');
    expect(await codeOf(of('private', basic('bob:wrong')), 'true')).toBe('repository_refused');
    const password = forge.credential.split(':')[1] ?? '';
    const coded = Buffer.from(forge.credential).toString('base64');
    const search = `cat file.txt; grep -rlE '${password}|${coded}' ~ 2>/dev/null; env | grep -cE '${password}|${coded}'`;
    const { text } = await runIn(of('private', basic(forge.credential)), search);
    // The command line of the search itself is no file.
    expect(text).toBe('one\n0');
  });

  it('comes from no other address, by no other transport, and from nothing but a git server', async () => {
    const reach = (url: string) => codeOf({ url }, 'true');
    const port = new URL(forge.url).port;
    expect(await reach(`http://127.0.0.2:${port}/shop`)).toBe('repository_not_allowed');
    expect(await reach('https://10.0.0.1/shop')).toBe('repository_not_allowed');
    expect(await reach('https://169.254.169.254/shop')).toBe('repository_not_allowed');
    expect(await reach('http://git.example.com/shop')).toBe('repository_not_allowed');
    expect(await reach(`http://bob:pass@127.0.0.1:${port}/shop`)).toBe('repository_not_allowed');
    for (const url of [
      'ext::touch /tmp/x',
      '/etc',
      'file:///etc',
      'git@127.0.0.1:shop',
      'ssh://h/x',
    ]) {
      expect(await reach(url)).toBe('repository_not_allowed');
    }
    expect(await reach(`${forge.url}/moved`)).toBe('repository_failed');
    expect(await reach(`${forge.url}/absent`)).toBe('repository_refused');
    expect(await reach(`http://127.0.0.1:9/shop`)).toBe('repository_failed');
  });

  it('leaves submodules alone, and starts nothing that an agent has planted', async () => {
    const path = forge.repository('nested', 'one');
    execFileSync(
      'sh',
      ['-c', 'printf "[submodule \\"m\\"]\\n\\tpath = m\\n\\turl = ../shop\\n" >.gitmodules'],
      { cwd: path },
    );
    forge.git('nested', 'add', '.');
    forge.git('nested', 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},m`);
    forge.git('nested', 'commit', '-qm', 'nested');
    const agent = newAgent();
    const plant = `cd ../../repositories/*; printf '#!/bin/sh\\ntouch "$HOME/mark"\\n' >e; chmod +x e; mkdir -p .git/hooks
      cp e .git/hooks/reference-transaction; git config core.fsmonitor "$PWD/e"; git config core.hooksPath .git/hooks
      git config core.alternateRefsCommand "$PWD/e"`;
    expect((await runIn(of('nested'), plant, { of: agent })).outcome).toMatchObject({
      status: 'succeeded',
    });
    const second = await runIn(of('nested'), 'ls -A m; ls ~/mark 2>&1 | grep -c No', {
      of: agent,
      name: 'PX-13',
    });
    expect(second).toMatchObject({ outcome: { status: 'succeeded' }, text: '1' });
    await runIn(of('nested'), 'cd ../..; rm -rf repositories; ln -s /etc repositories', {
      of: agent,
    });
    expect(await codeOf(of('nested'), 'true', { of: agent, name: 'PX-14' })).not.toBeNull();
  });
});
