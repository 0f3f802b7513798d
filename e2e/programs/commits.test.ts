/**
 * The real programs of coding agents in checkouts of their own: two commit plainly by a command, two can
 * run none and leave a file. What came of each is fetched as docs/operations/runners.md says.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scheduler, type CliAgentType, type Run } from '@muster/contracts';
import { describeEach, until } from '@muster/test-kit';
import { afterAll, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { noteCapability } from './capabilities.ts';
import {
  commandSettings,
  hasIsolation,
  isolations,
  knownPrograms,
  STORY_MS,
} from './known-programs.ts';
import { openScriptedModel, type Step } from '../../examples/scripted-model/scripted-model.ts';

const COMMIT = 'echo 1 > made && git add -A && git commit -qm "Made by the program"; echo 2 > left';
const done: Step = { text: 'Done.' };

/** The last line of the file that is made tells how it got there. */
const stories: Readonly<Record<CliAgentType, (checkout: string) => readonly Step[]>> = {
  claude_code: () => [{ tool: 'Bash', input: { command: COMMIT, description: 'Commit' } }],
  codex: () => [{ tool: 'exec_command', input: { cmd: COMMIT } }],
  opencode: (checkout) => [
    { tool: 'write', input: { filePath: join(checkout, 'left'), content: '2' } },
  ],
  gemini_cli: (checkout) => [
    { tool: 'write_file', input: { file_path: join(checkout, 'left'), content: '2' } },
  ],
};

const provider = await openScriptedModel();
const settings = await commandSettings(provider);
afterAll(() => provider.close());

describeEach(isolations, hasIsolation)('under isolation %s', (isolation) => {
  const world = useWorld({ settings: { ...settings, MUSTER_ISOLATION: isolation } });

  it.each(Object.keys(stories) as CliAgentType[])(
    'the work of %s is on its branch, by the agent, and is fetched',
    async (adapterType) => {
      const { board, folder, stack } = world();
      const { model, env } = knownPrograms[adapterType];
      const cwd = join(folder, adapterType);
      const git = (...args: string[]): string =>
        execFileSync('git', ['-C', cwd, ...args], { encoding: 'utf8' }).trim();
      mkdirSync(cwd);
      git('init', '-q', '-b', 'main');
      git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'One', '--allow-empty');
      chmodSync(folder, 0o711);
      execFileSync('chmod', ['-R', 'a+rX', cwd]);

      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId, {
        adapterType,
        adapterConfig: { cwd, workspace: 'worktree', model, env: env(provider.url) },
        runtimeConfig: {},
      });
      const home = join(dirname(stack.boardTokenFile), 'runs', agentId);
      provider.play([{ text: 'Not yet.' }]);
      const issue = await addIssue(board, companyId, {
        title: 'Make it',
        assigneeAgentId: agentId,
      });
      const checkout = join(home, 'worktrees', issue.identifier);
      const [step = done, ...more] = stories[adapterType](checkout);
      provider.play([step, ...more, done]);
      const run = await until(
        'the run',
        async () => {
          const [found] = await board.call(scheduler, 'listRuns', { companyId, agentId });
          return found?.finishedAt ? found : undefined;
        },
        STORY_MS,
      );
      const log = await board.call(scheduler, 'getRunLog', { runId: run.id });
      expect({ log: log.text, ...run }).toMatchObject({ status: 'succeeded', warnings: [] });
      const { branch = '', commits = [] } = (run satisfies Run).work ?? {};
      const left = `${issue.identifier} Make it`;
      const commitsItself = adapterType === 'claude_code' || adapterType === 'codex';
      expect({ log: log.text, subjects: commits.map(({ subject }) => subject) }).toMatchObject({
        subjects: commitsItself ? [left, 'Made by the program'] : [left],
      });
      const trusting = "env GIT_NO_LAZY_FETCH=1 git -c safe.directory='*' upload-pack";
      git('fetch', '-q', '--upload-pack', trusting, checkout, `${branch}:${branch}`);
      expect(git('ls-tree', '-r', '--name-only', branch).split('\n')).toEqual(
        commitsItself ? ['left', 'made'] : ['left'],
      );
      expect(new Set(git('log', '--format=%ae', branch, '^main').split('\n'))).toEqual(
        new Set([`${agentId}@agents.muster.invalid`]),
      );
      const how = commitsItself ? 'itself, and the runner what is left' : 'the runner does';
      noteCapability(adapterType, 'commitInSandbox', how);
    },
    STORY_MS,
  );
});
