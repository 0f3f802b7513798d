/** Coding agents with checkouts of their own, from the wake-up to the folder that they work in. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issues, Refusal, type Input, type Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, standInOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGitServer } from '@muster/test-kit/git-server';
import { commentOn } from './comment-on.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

type Asked = Input<typeof issues, 'getIssueCheckout'>;

const work = mkdtempSync(join(tmpdir(), 'muster-worktree-runs-'));
const source = join(work, 'source');
const program = join(work, 'cli');
const RESULT = '{"type":"result","subtype":"success","is_error":false,"result":"done"}';
writeFileSync(
  program,
  `#!/bin/sh\necho "at $(pwd) on $(git branch --show-current) from $(git log -1 --format=%s)"\necho '${RESULT}'\n`,
  { mode: 0o755 },
);

let opened: Opened;
let companyId: string;
/** How the issues service answers. */
let answer: (asked: Asked) => {
  identifier: string | null;
  repoRef: string | null;
  repoUrl?: string | null;
  ended: string[];
};
const asked: Asked[] = [];
beforeAll(async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
  execFileSync('git', ['init', '-q', '-b', 'main', source]);
  git('commit', '-qm', 'One', '--allow-empty');
  git('branch', 'release');
  git('commit', '-qm', 'Two', '--allow-empty');
  opened = await openScheduler({
    // A run whose checkout nobody answered for is lost with its lease.
    LEASE_SECONDS: '4',
    MUSTER_ADAPTERS: 'claude_code',
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([program]),
  });
  await opened.stage.standIn(
    standInOf(issues, {
      getIssueCheckout: async (input) => {
        asked.push(input);
        return answer(input);
      },
    }),
  );
  ({ companyId } = await opened.company());
});
afterAll(async () => {
  await opened.close();
  rmSync(work, { recursive: true, force: true });
});

const newAgent = async (urlKey: string): Promise<string> => {
  const { agentId } = await opened.agent(companyId, '', { adapterType: 'claude_code', urlKey });
  opened.adapters.set(agentId, {
    adapterType: 'claude_code',
    adapterConfig: { cwd: source, workspace: 'worktree', env: { ANTHROPIC_API_KEY: 'k' } },
  });
  return agentId;
};
const workOn = async (agentId: string, issueId: string): Promise<Run> => {
  const commentId = newId();
  await opened.receive(issues, 'issue.commented', {
    companyId,
    entityId: issueId,
    payload: commentOn({ issueId, commentId, agentId }),
  });
  return eventually(async () => {
    const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
    // A retry carries the comment, too, and may end soon after the first run.
    return runs.findLast((run) => isOver(run) && JSON.stringify(run.context).includes(commentId));
  });
};
const checkoutOf = async ({ id }: Run): Promise<string> =>
  (await opened.logOf(id)).split('\n')[0]?.replace(/at .*\/worktrees\//, '') ?? '';

describe('an agent with checkouts of its own', () => {
  it('has one for each issue, from the ref of the workspace, apart from those of others', async () => {
    const [first, second] = [newId(), newId()];
    answer = ({ issueId }) => ({
      identifier: issueId === first ? 'PX-1' : issueId === second ? 'PX-2' : null,
      repoRef: issueId === second ? 'release' : null,
      ended: [],
    });
    const [ann, bob] = [await newAgent('ann'), await newAgent('bob')];
    const runs = [await workOn(ann, first), await workOn(bob, first), await workOn(ann, second)];
    expect(runs.map(({ status, errorCode }) => errorCode ?? status)).toEqual(
      Array.from({ length: 3 }, () => 'succeeded'),
    );
    expect(await Promise.all(runs.map(checkoutOf))).toEqual([
      'PX-1 on muster/PX-1-ann from Two',
      'PX-1 on muster/PX-1-bob from Two',
      'PX-2 on muster/PX-2-ann from One',
    ]);
    const { id } = await opened.wake(ann);
    expect(await checkoutOf(await opened.finished(id))).toBe('general on muster/ann from Two');
    expect(asked.at(-1)).toMatchObject({ companyId, issueId: null, cwd: source });
    expect(new Set(asked.at(-1)?.otherIssueIds)).toEqual(new Set([first, second]));

    const report = await opened.stage.as(boardActor()).inspectAgent({ agentId: ann });
    const { message } = report.checks.find(({ code }) => code === 'worktree') ?? {};
    expect(message).toContain('PX-1, PX-2, general');
    answer = () => ({ identifier: 'PX-3', repoRef: null, ended: ['PX-1', 'PX-2'] });
    await workOn(ann, newId());
    const after = await opened.stage.as(boardActor()).inspectAgent({ agentId: ann });
    expect(after.checks.find(({ code }) => code === 'worktree')).toMatchObject({
      level: 'ok',
      message: expect.stringContaining('PX-3, general') as string,
    });
  });

  it('ends a run that has none with a code, and tries one again that the issues did not answer', async () => {
    answer = () => ({ identifier: 'PX-9', repoRef: '--upload-pack=touch x', ended: ['../..'] });
    const refused = await workOn(await newAgent('eva'), newId());
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'worktree_ref_unknown' });
    // One that has not failed: the other one waits before it begins again.
    const agentId = await newAgent('eve');
    answer = () => {
      answer = () => ({ identifier: 'PX-9', repoRef: null, ended: [] });
      throw new Refusal('issue_not_found');
    };
    const issueId = newId();
    expect(await workOn(agentId, issueId)).toMatchObject({ status: 'lost' });
    await eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
      return runs.some((run) => run.status === 'succeeded' && run.issueId === issueId) || undefined;
    });
    opened.adapters.set(agentId, {
      adapterType: 'claude_code',
      adapterConfig: { workspace: 'worktree' },
    });
    expect(await workOn(agentId, newId())).toMatchObject({ errorCode: 'adapter_config' });
  });

  it('is cloned where the agent names no folder, with the credential for that address', async () => {
    const forge = await openGitServer();
    try {
      forge.repository('private', 'One of the forge');
      const agentId = await newAgent('kim');
      const repoCredentials = { [forge.url]: forge.credential, 'https://other.test': 'other' };
      const workspace = 'worktree';
      const configure = (more: object) =>
        opened.adapters.set(agentId, {
          adapterType: 'claude_code',
          adapterConfig: { workspace, env: { ANTHROPIC_API_KEY: 'k' }, ...more },
          hide: [forge.credential],
        });
      configure({ repoCredentials });
      const repoUrl = `${forge.url}/private`;
      answer = () => ({ identifier: 'PX-4', repoRef: null, repoUrl, ended: [] });
      const run = await workOn(agentId, newId());
      expect(run).toMatchObject({ status: 'succeeded', errorCode: null });
      expect(await checkoutOf(run)).toBe('PX-4 on muster/PX-4-kim from One of the forge');
      expect(asked.at(-1)).toMatchObject({ companyId, cwd: null });
      const { id } = await opened.wake(agentId);
      expect(await opened.finished(id)).toMatchObject({ status: 'succeeded', issueId: null });
      configure({ repoCredentials: { 'https://other.test': forge.credential } });
      answer = () => ({ identifier: 'PX-5', repoRef: null, repoUrl, ended: [] });
      expect(await workOn(agentId, newId())).toMatchObject({ errorCode: 'repository_refused' });
    } finally {
      forge.close();
    }
  });
});
