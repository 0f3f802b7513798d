/** Work of coding agents in checkouts of their own, from the program to the run that names it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issues, type Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, standInOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentOn } from './comment-on.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-commits-'));
const source = join(folder, 'source');
const program = join(folder, 'cli');
const steps = join(folder, 'steps');
const RESULT = '{"type":"result","subtype":"success","is_error":false,"result":"done"}';
const KEY = 'key-of-the-provider';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
  execFileSync('git', ['init', '-q', '-b', 'main', source]);
  git('commit', '-qm', 'One', '--allow-empty');
  writeFileSync(program, `#!/bin/sh\n. ${steps}\necho '${RESULT}'\n`, { mode: 0o755 });
  opened = await openScheduler({
    MUSTER_ADAPTERS: 'claude_code',
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([program]),
  });
  const found = { identifier: 'PX-7', title: 'Mend the roof', repoRef: null, ended: [] };
  await opened.stage.standIn(standInOf(issues, { getIssueCheckout: async () => found }));
  ({ companyId } = await opened.company());
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const newAgent = async (urlKey: string): Promise<string> => {
  const { agentId } = await opened.agent(companyId, '', { adapterType: 'claude_code', urlKey });
  opened.adapters.set(agentId, {
    adapterType: 'claude_code',
    adapterConfig: { cwd: source, workspace: 'worktree', env: { ANTHROPIC_API_KEY: KEY } },
    hide: [KEY],
  });
  return agentId;
};
const begin = async (agentId: string, script: string): Promise<string> => {
  writeFileSync(steps, `${script}\n`);
  const [issueId, commentId] = [newId(), newId()];
  await opened.receive(issues, 'issue.commented', {
    companyId,
    entityId: issueId,
    payload: commentOn({ issueId, commentId, agentId }),
  });
  return issueId;
};
const runOn = (agentId: string, issueId: string, is: (run: Run) => boolean): Promise<Run> =>
  eventually(async () => {
    const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId, issueId });
    return runs.find(is);
  });
const work = async (agentId: string, script: string): Promise<Run> =>
  runOn(agentId, await begin(agentId, script), isOver);

describe('the work of a run', () => {
  it('names the branch, the commits of the agent and of what it has left, and the files', async () => {
    const ann = await newAgent('ann');
    const script = 'echo 1 >one; git add one; git commit -qm "One by the agent"; echo 2 >two';
    const run = await work(ann, script);
    expect(run).toMatchObject({ status: 'succeeded', warnings: [] });
    expect(run.work).toEqual({
      branch: 'muster/PX-7-ann',
      commitCount: 2,
      commits: [
        { sha: expect.stringMatching(/^[0-9a-f]{40}$/) as string, subject: 'PX-7 Mend the roof' },
        { sha: expect.any(String) as string, subject: 'One by the agent' },
      ],
      files: 2,
    });
    const finished = (await opened.stage.emitted('run.finished')).find(
      ({ entityId }) => entityId === run.id,
    );
    expect(finished?.payload).toMatchObject({ work: run.work });
    const nothing = await work(ann, 'git log -1 --format=%an/%ae/%B');
    expect(nothing.work).toMatchObject({ commitCount: 0, commits: [], files: 0 });
    const printed = await opened.logOf(nothing.id);
    expect(printed).toContain(`/${ann}@agents.muster.invalid/PX-7 Mend the roof`);
    expect(printed).toContain(`Run: ${run.id}`);
  });

  it('warns of what is in no commit, and shows no secret that the agent has committed', async () => {
    const bob = await newAgent('bob');
    const script = `echo "$ANTHROPIC_API_KEY" >left; git commit -qm "Use ${KEY}" --allow-empty`;
    const run = await work(bob, script);
    expect(run.status).toBe('succeeded');
    expect(run.warnings).toEqual([
      { code: 'work_left', message: expect.stringContaining('secret') as string },
    ]);
    expect(run.work).toMatchObject({ commitCount: 1, files: 0 });
    expect(JSON.stringify(run)).not.toContain(KEY);
    const events = (await opened.stage.emitted('run.finished')).filter(
      ({ entityId }) => entityId === run.id,
    );
    expect(events.map(({ payload }) => payload)).toEqual([
      expect.not.objectContaining({ warnings: expect.anything() as unknown }),
    ]);
  });

  it('is committed and named after a cancellation, too', async () => {
    const eve = await newAgent('eve');
    const issueId = await begin(eve, 'echo 1 >one; echo begun; exec sleep 60');
    const { id } = await runOn(eve, issueId, ({ status }) => status === 'running');
    await eventually(async () => (await opened.logOf(id)).includes('begun') || undefined);
    await opened.stage.as(boardActor()).cancelRun({ runId: id });
    const run = await runOn(eve, issueId, (each) => Boolean(each.work));
    expect(run).toMatchObject({ status: 'cancelled', work: { commitCount: 1, files: 1 } });
  });
});
