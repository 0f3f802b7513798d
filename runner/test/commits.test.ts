/** What runs leave in their checkouts, committed by a real runner as the agent. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CommitTerms, Worktree } from '@muster/runner-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allIsolations, shellRun } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

type Agent = ReturnType<typeof newAgent>;
const newAgent = () => ({ companyId: randomUUID(), agentId: randomUUID() });
const addressOf = ({ agentId }: Agent): string => `${agentId}@agents.muster.invalid`;
const SUBJECT = 'PX-12 Mend "the" roof';

describe.each(allIsolations)('the work of a run under %s', (isolation) => {
  const parent = mkdtempSync('/var/tmp/muster-commits-');
  chmodSync(parent, 0o755);
  const marks = join(parent, 'marks');
  beforeAll(() => {
    writeFileSync(marks, '');
    chmodSync(marks, 0o666);
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  const at = useRunner(isolation, isolation === 'sandbox' ? { MUSTER_LOCAL_ROOTS: parent } : {});

  const git = (repository: string, ...args: string[]): string => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
    return execFileSync('git', ['-C', repository, ...identity, ...args], {
      encoding: 'utf8',
    }).trim();
  };
  const repository = (name: string): string => {
    const path = join(parent, name);
    execFileSync('git', ['init', '-q', '-b', 'main', path]);
    mkdirSync(join(path, 'below'));
    writeFileSync(join(path, 'below/file.txt'), 'one\n');
    writeFileSync(join(path, '.gitignore'), '*.log\n');
    git(path, 'add', '.');
    git(path, 'commit', '-qm', 'One');
    return path;
  };
  const begin = async (cwd: string, script: string, more: RunOptions = {}) => {
    const { of = newAgent(), env = {}, commit, limits, ...worktree } = more;
    const { key, message } = shellRun(script, of);
    const { program } = message;
    const terms = {
      name: 'Bob "B" Ång',
      email: addressOf(of),
      subject: SUBJECT,
      runId: key.runId,
      secrets: [],
      ...commit,
    };
    const asked = {
      name: 'PX-12',
      branch: 'muster/PX-12-bob',
      ref: null,
      ended: [],
      commit: terms,
      ...worktree,
    };
    await at.scheduler.send({
      ...message,
      program: {
        ...program,
        cwd,
        worktree: asked,
        env: { ...program.env, ...env },
        limits: { ...program.limits, ...limits },
      },
    });
    return key;
  };
  const runIn = async (cwd: string, script: string, more: RunOptions = {}) => {
    const key = await begin(cwd, script, more);
    const { outcome } = await at.scheduler.of('ended', key);
    await at.scheduler.send({ kind: 'forget', ...key });
    return { outcome, work: outcome.work, runId: key.runId, text: at.scheduler.text(key).trim() };
  };
  /** As an operator does, into a repository of the operator. */
  const fetchInto = (mine: string, { agentId }: Agent, branch = 'muster/PX-12-bob'): string => {
    const home = join(at.folder.runsDir, agentId);
    const { uid, gid } = statSync(home);
    const asAgent = `setpriv --reuid=${uid} --regid=${gid} --clear-groups git-upload-pack`;
    const how = isolation === 'user' ? ['--upload-pack', asAgent] : [];
    return git(mine, 'fetch', '-q', ...how, join(home, 'worktrees/PX-12'), `+${branch}:${branch}`);
  };
  const log = (mine: string, format: string): string =>
    git(mine, 'log', `--format=${format}`, '-1', 'muster/PX-12-bob');

  it('is committed by the agent itself without setting an identity, and is fetched', async () => {
    const source = repository('plain');
    const of = newAgent();
    const script = 'echo two >>below/file.txt; git commit -qam "Two by the agent"';
    const { outcome, work } = await runIn(source, script, { of });
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(work).toMatchObject({ branch: 'muster/PX-12-bob', commitCount: 1, files: 1 });
    expect(work?.commits.map(({ subject }) => subject)).toEqual(['Two by the agent']);
    expect(work?.problem).toBeUndefined();
    fetchInto(source, of);
    expect(log(source, '%an <%ae> %s')).toBe(`Bob "B" Ång <${addressOf(of)}> Two by the agent`);
    expect(git(source, 'config', '--get', 'core.bare')).toBe('false');
  });

  it('is committed where it is left, however the run ends, and only once', async () => {
    const source = repository('left');
    const of = newAgent();
    const left =
      'echo two >>below/file.txt; echo new >"new ü.txt"; mkdir -p a; ln -s x a/link; echo no >x.log';
    const first = await runIn(source, `${left}; exit 3`, { of });
    expect(first.outcome).toMatchObject({ status: 'failed', errorCode: 'exit_code' });
    expect(first.work).toMatchObject({ commitCount: 1, files: 3 });
    expect(first.work?.commits[0]?.subject).toBe(SUBJECT);
    fetchInto(source, of);
    expect(log(source, '%an|%ae|%cn|%B')).toBe(
      `Bob "B" Ång|${addressOf(of)}|Bob "B" Ång|${SUBJECT}\n\nRun: ${first.runId}`,
    );
    expect(
      git(source, '-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'muster/PX-12-bob'),
    ).toBe('.gitignore\na/link\nbelow/file.txt\nnew ü.txt');
    const nothing = await runIn(source, 'git status --porcelain; cat x.log', { of });
    expect(nothing).toMatchObject({ text: 'no', work: { commitCount: 0, commits: [], files: 0 } });
    const killed = await runIn(source, 'rm below/file.txt; : >.git/index.lock; kill -9 $$', { of });
    expect(killed.outcome).toMatchObject({ errorCode: 'signalled' });
    expect(killed.work).toMatchObject({ commitCount: 1, files: 1 });
    const slow = await runIn(source, 'echo slow >slow; exec sleep 60', {
      of,
      limits: { timeoutSec: 1 },
    });
    expect(slow.outcome).toMatchObject({ status: 'timed_out', work: { commitCount: 1, files: 1 } });
    const key = await begin(source, 'echo more >more; echo on; exec sleep 60', { of });
    await at.scheduler.of('output', key);
    await at.scheduler.send({ kind: 'stop', ...key, why: 'cancelled' });
    const { outcome } = await at.scheduler.of('ended', key);
    expect(outcome).toMatchObject({ status: 'cancelled', work: { commitCount: 1, files: 1 } });
    await at.scheduler.send({ kind: 'forget', ...key });
  });

  it('holds no secret of the run, in any form, and not more than belongs there', async () => {
    const source = repository('secrets');
    const of = newAgent();
    const secrets = ['hunter2-and-more', 'pin=7', 'first line of key\nsecond line of key'];
    const script = `echo good >good; printf 'a %s b' hunter2-and-more >plain
      printf 'xx%s' hunter2-and-more | base64 >coded; echo 'x pin=7 y' >short; echo 'pin=77' >longer
      printf '\\000second line of key' >binary; echo hunter2-and-more >>below/file.txt`;
    const { work } = await runIn(source, script, { of, commit: { secrets } });
    expect(work).toMatchObject({
      commitCount: 1,
      files: 2,
      problem: expect.stringContaining('secret') as string,
    });
    fetchInto(source, of);
    expect(git(source, 'diff', '--name-only', 'main', 'muster/PX-12-bob')).toBe('good\nlonger');
    const many =
      'i=0; mkdir many; while [ $i -le 2000 ]; do : >many/$i; i=$((i + 1)); done; echo x >good';
    const bounded = await runIn(source, many, { of, commit: { secrets } });
    expect(bounded.work).toMatchObject({ commitCount: 1, files: 1 });
    expect(bounded.work?.problem).toContain('2000 files');
    const large = await runIn(
      source,
      'rm -r many; truncate -s 65M big; echo 4 >>good; git init -q inner',
      { of, commit: { secrets } },
    );
    expect(large.work).toMatchObject({ commitCount: 1, files: 1 });
    expect(large.work?.problem).toMatch(/new files.*repositories|repositories.*new files/);
  });

  it('has git start nothing that the agent has left in the checkout', async () => {
    const source = repository('hostile');
    const of = newAgent();
    const plant = `printf '#!/bin/sh\\necho "$0" >>${marks}; cat\\n' >../evil; chmod +x ../evil; e=$(realpath ../evil)
      mkdir -p .git/hooks; for h in pre-commit reference-transaction post-index-change post-checkout; do cp ../evil .git/hooks/$h; done
      for s in core.fsmonitor core.sshCommand diff.external diff.evil.textconv filter.evil.clean filter.evil.process gpg.program core.pager; do git config $s "$e"; done
      git config commit.gpgsign true; git config core.hooksPath .git/hooks; git config log.showSignature true
      echo '* filter=evil diff=evil' >.gitattributes; echo two >>below/file.txt; : >${marks}`;
    const { work } = await runIn(source, plant, { of });
    expect(work).toMatchObject({ commitCount: 1, files: 2 });
    expect(readFileSync(marks, 'utf8')).toBe('');
    const { work: next } = await runIn(source, 'echo 3 >>below/file.txt; git commit -qam Three', {
      of,
    });
    expect(next).toMatchObject({ commitCount: 1, files: 1 });
    expect(readFileSync(marks, 'utf8')).toBe('');
  });

  it('comes to the branch from one that continues it, and is told where it cannot', async () => {
    const source = repository('branches');
    const of = newAgent();
    const onOwnBranch =
      'git checkout -qb own; echo 1 >one; git add .; git commit -qm One; echo 2 >two';
    const { work } = await runIn(source, onOwnBranch, { of });
    expect(work).toMatchObject({ branch: 'muster/PX-12-bob', commitCount: 2, files: 2 });
    const back = await runIn(source, 'git branch --show-current; git status --porcelain', { of });
    expect(back.text).toBe('muster/PX-12-bob');
    const apart = await runIn(source, 'git checkout -q origin/main; echo 3 >three', { of });
    expect(apart.work).toMatchObject({
      commitCount: 0,
      problem: expect.stringContaining('branch') as string,
    });
    const merge = `git checkout -q muster/PX-12-bob; echo a >three; git add .; git commit -qm A; git checkout -qb b HEAD~
      echo b >three; git add .; git commit -qm B; git checkout -q muster/PX-12-bob; git merge -q b; true`;
    const unfinished = await runIn(source, merge, { of });
    expect(unfinished.work).toMatchObject({ problem: expect.stringContaining('merge') as string });
    expect(unfinished.work?.commits.map(({ subject }) => subject)).toEqual(['A']);
    const gone = await runIn(source, 'rm -rf .git; git init -q', { of });
    expect(gone.outcome).toMatchObject({ status: 'succeeded' });
    expect(gone.work?.problem).toContain('Git could not commit');
  });

  it('leaves out the masks of a sandbox, and lets an ended checkout go that was fetched', async () => {
    const source = repository('masks');
    const of = newAgent();
    const masked = await runIn(
      join(source, 'below'),
      ': >.bash_profile; : >.own; git add -A; git status --porcelain',
      {
        of,
        masks: ['.bash_profile', '.claude/agents'],
      },
    );
    expect(masked.text).toBe('A  below/.own');
    expect(masked.work).toMatchObject({ commitCount: 1, files: 1 });
    const list = 'ls .. | tr "\\n" " "';
    const ended = { name: 'PX-13', branch: 'muster/PX-13-bob', ended: ['PX-12'] };
    expect((await runIn(source, list, { of, ...ended })).text).toBe('PX-12 PX-13');
    fetchInto(source, of);
    expect((await runIn(source, list, { of, ...ended })).text).toBe('PX-13');
  });
});

interface RunOptions extends Partial<Omit<Worktree, 'commit'>> {
  readonly of?: Agent;
  readonly env?: Record<string, string>;
  readonly commit?: Partial<CommitTerms>;
  readonly limits?: { readonly timeoutSec?: number };
}
