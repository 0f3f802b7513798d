/**
 * The real programs of coding agents at work, through the whole system, for a model that follows a script:
 * claim, commit, hand over, go on, be stopped, be refused, wait in vain. `pnpm test` runs the two most used,
 * where npm can install them; `pnpm proof` runs all four.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { issues, scheduler, type CliAgentType, type Issue, type Run } from '@muster/contracts';
import { itEach, lengthOf, until } from '@muster/test-kit';
import { afterAll, expect } from 'vitest';
import {
  openScriptedModel,
  type ScriptedModel,
  type Step,
} from '../../examples/scripted-model/scripted-model.ts';
import { USED } from '../../examples/scripted-model/wires.ts';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { noteCapability } from './capabilities.ts';
import { installedIfPossible } from './install.ts';
import { KEY, knownPrograms, STORY_MS } from './known-programs.ts';
import { busy, LEFT_BY_THE_PROGRAM, words } from './words.ts';

const done: Step = { text: 'Done.' };
/** A program has asked its model before that on a busy machine, where OpenCode and Gemini CLI take longer. */
const SILENT_SECONDS = lengthOf({ short: 15, full: 45 });
/** Longer than SIGTERM takes on a busy machine, and shorter than the grace before SIGKILL. */
const CANCEL_MS = 5_000;
/** Some ask two or three times, and each of these once more; Claude Code by itself asks eleven times. */
const REQUESTS_MAX = 8;

const types: readonly CliAgentType[] = (
  ['claude_code', 'codex', 'opencode', 'gemini_cli'] as const
).slice(0, lengthOf({ short: 2, full: 4 }));
const paths = new Map(
  await Promise.all(
    types.map(
      async (type) => [type, await installedIfPossible(knownPrograms[type].package)] as const,
    ),
  ),
);
const isInstalled = (type: CliAgentType): boolean => paths.get(type) !== undefined;

const roles = ['works', 'is refused', 'waits'] as const;
const models = new Map<string, ScriptedModel>();
for (const type of types) {
  for (const role of roles) models.set(`${type} ${role}`, await openScriptedModel());
}
afterAll(() => {
  for (const model of models.values()) model.close();
});
const modelOf = (type: CliAgentType, role: (typeof roles)[number]): ScriptedModel => {
  const model = models.get(`${type} ${role}`);
  if (!model) throw new Error('it has no model');
  return model;
};

const world = useWorld({
  settings: {
    MUSTER_CLI_FREEDOM: 'full',
    // OpenCode may take a minute to its first line where other programs take the machine.
    RESUME_SECONDS: '200',
    MUSTER_RUNNER_LOOPBACK_PORTS: [...models.values()]
      .map(({ url }) => new URL(url).port)
      .join(','),
    ...Object.fromEntries(
      [...paths].flatMap(([type, path]) =>
        path === undefined
          ? []
          : [[`MUSTER_${type.toUpperCase()}_COMMAND`, JSON.stringify([path])]],
      ),
    ),
  },
});

interface Worker {
  readonly companyId: string;
  readonly agentId: string;
  readonly checkoutOf: (issue: Issue) => string;
  /** Has ended; the first is 1. */
  runWhen(number: number): Promise<Run>;
  logOf(run: Run): Promise<string>;
}

/** An agent of the program that asks this model and works in checkouts of a repository. */
async function hire(
  type: CliAgentType,
  model: ScriptedModel,
  config: Readonly<Record<string, string | number>> = {},
): Promise<Worker> {
  const { board, folder, stack } = world();
  const { api, below, model: name } = knownPrograms[type];
  const cwd = join(folder, new URL(model.url).port);
  mkdirSync(cwd);
  const git = (...args: string[]): unknown => execFileSync('git', ['-C', cwd, ...args]);
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'One', '--allow-empty');
  const { id: companyId } = await createCompany(board);
  const { id: agentId } = await addAgent(board, companyId, {
    adapterType: type,
    adapterConfig: {
      cwd,
      workspace: 'worktree',
      model: name,
      provider: { baseUrl: `${model.url}${below}`, api, auth: KEY },
      ...config,
    },
    budgetMonthlyCents: 1_000_000,
    runtimeConfig: {},
  });
  const runs = join(dirname(stack.boardTokenFile), 'runs', agentId, 'worktrees');
  return {
    companyId,
    agentId,
    checkoutOf: ({ identifier }) => join(runs, identifier),
    runWhen: (number) =>
      until(
        `run ${number} of ${type}`,
        async () => {
          const found = await board.call(scheduler, 'listRuns', { companyId, agentId });
          const run = found.toReversed()[number - 1];
          return run?.finishedAt ? run : undefined;
        },
        STORY_MS,
      ),
    logOf: async ({ id: runId }) => (await board.call(scheduler, 'getRunLog', { runId })).text,
  };
}

const together = { timeout: STORY_MS, concurrent: true };

itEach(types, isInstalled)(
  '%s claims, commits, hands over, goes on, and is stopped',
  together,
  async (type) => {
    const { board } = world();
    const { muster, make, firstBytesMax } = words[type];
    const model = modelOf(type, 'works');
    const { companyId, agentId, checkoutOf, runWhen, logOf } = await hire(type, model);
    const issue = await addIssue(board, companyId, { title: 'Make it' });
    const { id: issueId, identifier } = issue;
    const script = [
      muster('get_work', {}),
      muster('claim_issue', { issue: identifier }),
      make(checkoutOf(issue)),
      muster('update_issue', {
        issue: identifier,
        status: 'in_review',
        comment: 'It is on the branch.',
      }),
      done,
    ] as const;
    model.play([...script]);
    await board.call(issues, 'updateIssue', { issueId, assigneeAgentId: agentId });

    const first = await runWhen(1);
    expect({ log: await logOf(first), ...first }).toMatchObject({
      status: 'succeeded',
      warnings: [],
    });
    expect([...model.keys()]).toEqual([KEY]);
    expect(await board.call(issues, 'getIssue', { issueId })).toMatchObject({
      status: 'in_review',
    });
    expect(first.work?.commits?.map(({ subject }) => subject)).toEqual([LEFT_BY_THE_PROGRAM]);
    noteCapability(type, 'work', 'yes');
    noteCapability(type, 'gateway', 'yes');
    noteCapability(type, 'commit', 'itself');
    const usageOf = (answers: number) => ({
      inputTokens: answers * (USED.input + USED.cacheWrite),
      cachedInputTokens: answers * USED.cacheRead,
      outputTokens: answers * USED.output,
    });
    expect(first.usage).toMatchObject(usageOf(script.length));
    const firstBytes = Buffer.byteLength(model.asked()[0] ?? '');
    noteCapability(type, 'firstBytes', `${Math.ceil(firstBytes / 1_000)} KB`);
    expect(firstBytes).toBeLessThanOrEqual(firstBytesMax);

    model.play([done]);
    await board.call(issues, 'addComment', { issueId, body: 'Go on, please.' });
    const second = await runWhen(2);
    expect({ log: await logOf(second), ...second }).toMatchObject({ status: 'succeeded' });
    expect(model.asked()[0]).toContain(LEFT_BY_THE_PROGRAM);
    noteCapability(type, 'resume', 'yes');
    expect(second.usage).toMatchObject(usageOf(1));
    noteCapability(type, 'tokens', 'exact');

    model.play([{ hangs: true }]);
    await board.call(issues, 'addComment', { issueId, body: 'And again.' });
    await until('the question to the model', () => model.asked()[0], STORY_MS);
    const [{ id: runId } = { id: '' }] = await board.call(scheduler, 'listRuns', {
      companyId,
      agentId,
    });
    const cancelledAt = performance.now();
    await board.call(scheduler, 'cancelRun', { runId });
    expect(await runWhen(3)).toMatchObject({ status: 'cancelled' });
    expect(performance.now() - cancelledAt).toBeLessThan(CANCEL_MS);

    model.play([done]);
    await board.call(issues, 'addComment', { issueId, body: 'Now for good.' });
    expect(await runWhen(4)).toMatchObject({ status: 'succeeded' });
    expect(model.asked()[0]).toContain(LEFT_BY_THE_PROGRAM);
    noteCapability(type, 'cancel', 'yes; the session goes on');
  },
);

itEach(types, isInstalled)('%s says that its provider is busy', together, async (type) => {
  const { board } = world();
  const model = modelOf(type, 'is refused');
  const { companyId, agentId, runWhen, logOf } = await hire(type, model);
  model.play([{ status: 500, error: { type: 'server_error', message: 'Something went wrong.' } }]);
  await addIssue(board, companyId, { assigneeAgentId: agentId });
  const run = await runWhen(1);
  expect({ log: await logOf(run), ...run }).toMatchObject(busy);
  expect(model.asked().length).toBeLessThanOrEqual(REQUESTS_MAX);
  noteCapability(type, 'status500', '`provider_busy`, tried again');
});

itEach(types, isInstalled)('%s is ended when its model answers nothing', together, async (type) => {
  const { board } = world();
  const model = modelOf(type, 'waits');
  const { companyId, agentId, runWhen, logOf } = await hire(type, model, {
    idleSec: SILENT_SECONDS,
  });
  model.play([{ hangs: true }]);
  await addIssue(board, companyId, { assigneeAgentId: agentId });
  const run = await runWhen(1);
  expect({ log: await logOf(run), ...run }).toMatchObject(words[type].silence);
  expect(model.asked()).toHaveLength(1);
  noteCapability(type, 'silence', `\`${run.errorCode}\` after \`idleSec\``);
});
