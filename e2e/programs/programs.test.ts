/**
 * The real programs of coding agents, in the whole system and in a hostile repository, against a stub of
 * their providers: what they are told, what they may do, what of the repository is started, and what is
 * booked. What came of it is in docs/operations/runners.md.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents, issues, scheduler, type CliAgentType, type Run } from '@muster/contracts';
import { describeEach, until } from '@muster/test-kit';
import { afterAll, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import {
  makeHostileRepository,
  REACH_SCRIPT,
  REPOSITORY_SKILL,
  REPOSITORY_TEXT,
} from './hostile-repository.ts';
import {
  commandSettings,
  hasIsolation,
  isolations,
  KEY,
  knownPrograms,
  STORY_MS,
} from './known-programs.ts';
import { openScriptedModel, type Step } from '../../examples/scripted-model/scripted-model.ts';
import { USED } from '../../examples/scripted-model/wires.ts';

const INSTRUCTIONS = 'Be brief. Instructions of the story.';
const SKILL = 'How we publish in this story.';

interface Program {
  readonly type: CliAgentType;
  /** Writes `inside`, and tries to write `outside`; the last step ends the work. */
  readonly steps: (inside: string, outside: string) => readonly [Step, ...Step[]];
  /** What of the repository's texts reaches the model. */
  readonly tells: readonly string[];
  /** One of its steps runs the script that looks around. */
  readonly reaches?: true;
  /** What of the repository may be started: see docs/operations/runners.md. */
  readonly starts: readonly string[];
}

const done: Step = { text: 'Done.' };

const programs: readonly Program[] = [
  {
    type: 'claude_code',
    steps: (inside, outside) => [
      { tool: 'Bash', input: { command: `echo in > ${inside}`, description: 'Write' } },
      { tool: 'Bash', input: { command: `tee ${outside} < made`, description: 'Write' } },
      { tool: 'Bash', input: { command: `sh ${REACH_SCRIPT} > reach`, description: 'Read' } },
      done,
    ],
    reaches: true,
    tells: [],
    starts: [],
  },
  {
    type: 'codex',
    steps: (inside, outside) => [
      { tool: 'exec_command', input: { cmd: `echo in > ${inside}; echo out > ${outside}` } },
      done,
    ],
    tells: [REPOSITORY_TEXT, REPOSITORY_SKILL],
    starts: [],
  },
  {
    type: 'opencode',
    steps: (inside, outside) => [
      { tool: 'write', input: { filePath: inside, content: 'in' } },
      { tool: 'write', input: { filePath: outside, content: 'out' } },
      { tool: 'bash', input: { command: `echo out > ${outside}`, description: 'Write' } },
      done,
    ],
    tells: [],
    starts: ['opencode-named-plugin', 'opencode-plugin', 'opencode-plugins'],
  },
  {
    type: 'gemini_cli',
    steps: (inside, outside) => [
      { tool: 'write_file', input: { file_path: inside, content: 'in' } },
      { tool: 'write_file', input: { file_path: outside, content: 'out' } },
      { tool: 'run_shell_command', input: { command: `echo out > ${outside}` } },
      done,
    ],
    tells: [REPOSITORY_TEXT],
    starts: [],
  },
];

const provider = await openScriptedModel();
const settings = await commandSettings(provider);
afterAll(() => provider.close());

describeEach(isolations, hasIsolation)('under isolation %s', (isolation) => {
  const world = useWorld({ settings: { ...settings, MUSTER_ISOLATION: isolation } });

  it.each(programs.map((program) => [program.type, program] as const))(
    '%s works in a repository that would take it over, as it is told, and each run is booked',
    async (adapterType, program) => {
      const { board, folder } = world();
      const { model, env } = knownPrograms[adapterType];
      const repository = join(folder, adapterType);
      const marks = join(repository, '.git/marks');
      // No sandbox lets a program write there; a temporary folder would be one that each of them may use.
      const outside = join(import.meta.dirname, `${adapterType}-outside`);
      mkdirSync(repository);
      makeHostileRepository(repository, marks);
      // Agents are other users than this one.
      chmodSync(folder, 0o711);
      execFileSync('chmod', ['-R', 'a+rwX', repository]);
      const steps = program.steps(join(repository, 'made'), outside);
      provider.play(steps);

      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId, {
        adapterType,
        adapterConfig: { cwd: repository, model, env: env(provider.url) },
        budgetMonthlyCents: 100_000,
        runtimeConfig: {},
      });
      await board.call(agents, 'setInstructions', { agentId, body: INSTRUCTIONS });
      const text = `---\nname: publish\ndescription: ${SKILL}\n---\nRead it twice.\n`;
      const files = [{ path: 'SKILL.md', text }];
      await board.call(agents, 'setSkill', { companyId, skill: 'publish', files });
      await board.call(agents, 'setAgentSkills', { agentId, skills: ['publish'] });
      const runWhen = (count: number): Promise<Run> =>
        until(
          `run ${count}`,
          async () => {
            const runs = await board.call(scheduler, 'listRuns', { companyId, agentId });
            return runs.length === count && runs[0]?.finishedAt ? runs[0] : undefined;
          },
          STORY_MS,
        );

      const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });
      const first = await runWhen(1);
      const log = await board.call(scheduler, 'getRunLog', { runId: first.id });
      expect({ log: log.text, ...first }).toMatchObject({
        status: 'succeeded',
        resultSummary: 'Done.',
      });
      expect([...provider.keys()]).toEqual([KEY]);
      const asked = provider.asked()[0] ?? '';
      for (const words of [INSTRUCTIONS, SKILL, ...program.tells]) expect(asked).toContain(words);
      for (const words of [REPOSITORY_TEXT, REPOSITORY_SKILL]) {
        expect([words, asked.includes(words)]).toEqual([words, program.tells.includes(words)]);
      }
      const started = existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
      // OpenCode loads plugins beside its work: a run that ends soon enough has loaded none of them.
      expect(program.starts).toEqual(expect.arrayContaining(started));
      expect([existsSync(join(repository, 'made')), existsSync(outside)]).toEqual([true, false]);
      expect(log.text).not.toContain(KEY);
      if (program.reaches) {
        const lines = readFileSync(join(repository, 'reach'), 'utf8').split('\n');
        expect(lines.includes('saw claude')).toBe(isolation === 'user');
        expect(lines.filter((line) => line.startsWith('reached'))).toEqual([]);
      }

      provider.play([done]);
      await board.call(issues, 'addComment', { issueId, body: 'Go on, please.' });
      const second = await runWhen(2);
      expect(second).toMatchObject({ status: 'succeeded', resultSummary: 'Done.' });
      // The session goes on: the model is told again what it was told and what it has done.
      expect(provider.asked()[0]).toContain('made');
      for (const [run, answers] of [
        [first, steps.length],
        [second, 1],
      ] as const) {
        expect(run.usage).toMatchObject({
          inputTokens: answers * (USED.input + USED.cacheWrite),
          cachedInputTokens: answers * USED.cacheRead,
          outputTokens: answers * USED.output,
        });
      }
    },
    STORY_MS,
  );
});
