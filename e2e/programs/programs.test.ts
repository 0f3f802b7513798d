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
import { installed, type Package } from './install.ts';
import { openProvider } from './provider.ts';
import { USED, type Step } from './provider-forms.ts';

const INSTRUCTIONS = 'Be brief. Instructions of the story.';
const SKILL = 'How we publish in this story.';
/** Longer than a program starts and answers three times on a busy machine. */
const STORY_MS = 300_000;

interface Program {
  readonly type: CliAgentType;
  readonly package: Package;
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly model: string;
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
const KEY = 'sk-canary-of-a-program';
const anthropic = (ANTHROPIC_BASE_URL: string) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL });

const programs: readonly Program[] = [
  {
    type: 'claude_code',
    package: { name: '@anthropic-ai/claude-code', version: '2.1.332', bin: 'claude' },
    env: anthropic,
    model: 'claude-sonnet-4-5',
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
    package: { name: '@openai/codex', version: '0.171.0', bin: 'codex' },
    env: () => ({ CODEX_API_KEY: KEY }),
    model: 'gpt-5.2-codex',
    steps: (inside, outside) => [
      { tool: 'exec_command', input: { cmd: `echo in > ${inside}; echo out > ${outside}` } },
      done,
    ],
    tells: [REPOSITORY_TEXT, REPOSITORY_SKILL],
    starts: [],
  },
  {
    type: 'opencode',
    package: { name: 'opencode-ai', version: '1.18.33', bin: 'opencode' },
    env: (url) => anthropic(`${url}/v1`),
    model: 'anthropic/claude-sonnet-4-5',
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
    package: { name: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
    env: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
    model: 'gemini-2.5-pro',
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

const provider = await openProvider();
const paths = await Promise.all(programs.map((program) => installed(program.package)));
const [claude, codex, opencode, gemini] = paths;
afterAll(() => provider.close());

/** Without walls, and as users of their own where this process may make them. */
const isolations = ['none', 'user'];
const hasIsolation = (name: string): boolean => name === 'none' || process.getuid?.() === 0;

describeEach(isolations, hasIsolation)('under isolation %s', (isolation) => {
  const world = useWorld({
    settings: {
      MUSTER_ISOLATION: isolation,
      MUSTER_RUNNER_LOOPBACK_PORTS: new URL(provider.url).port,
      MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([claude]),
      MUSTER_CODEX_COMMAND: JSON.stringify([codex, '-c', `openai_base_url="${provider.url}/v1"`]),
      MUSTER_OPENCODE_COMMAND: JSON.stringify([opencode]),
      MUSTER_GEMINI_CLI_COMMAND: JSON.stringify([gemini]),
    },
  });

  it.each(programs.map((program) => [program.type, program] as const))(
    '%s works in a repository that would take it over, as it is told, and each run is booked',
    async (adapterType, program) => {
      const { board, folder } = world();
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
        adapterConfig: { cwd: repository, model: program.model, env: program.env(provider.url) },
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
