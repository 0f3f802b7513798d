/**
 * A coding agent from its hire to its costs: the board hires it, writes its instructions and gives it a
 * skill, issues wake it, and what its program reports is booked. The program prints what the real one does.
 */
import { fileURLToPath } from 'node:url';
import { agents, issues, scheduler, type Run } from '@muster/contracts';
import { until, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const FAKE = fileURLToPath(new URL('../../libs/cli-agents/test/fake-program.ts', import.meta.url));
const KEY = 'sk-ant-canary-of-a-story';
const SKILL = '---\nname: publish\ndescription: How we publish.\n---\nRead it twice: ✓\n';
const STORED = '---\nname: "publish"\ndescription: "How we publish."\n---\nRead it twice: ✓\n';
const INSTRUCTIONS = 'Be brief.\r\n\n{{taskId}} — “quotes”, \\ and $HOME\n';

const world = useWorld({
  settings: {
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([
      process.execPath,
      '--no-warnings',
      ...WITH_COMPILE_CACHE,
      FAKE,
      'claude_code',
    ]),
  },
});

interface Given {
  readonly session?: string;
  readonly instructions: string;
  readonly skills: Readonly<Record<string, string>>;
}

it('a coding agent works on its issue in one session, and each of its runs is paid once', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const { id: agentId } = await addAgent(board, companyId, {
    adapterType: 'claude_code',
    adapterConfig: {
      promptTemplate: JSON.stringify({ uses: 100, tells: true }),
      env: { ANTHROPIC_API_KEY: KEY },
    },
    budgetMonthlyCents: 10_000,
    runtimeConfig: {},
  });
  await board.call(agents, 'setInstructions', { agentId, body: INSTRUCTIONS });
  const files = [{ path: 'SKILL.md', text: SKILL }];
  await board.call(agents, 'setSkill', { companyId, skill: 'publish', files });
  await board.call(agents, 'setAgentSkills', { agentId, skills: ['publish'] });
  const runWhen = (count: number): Promise<Run> =>
    until(`run ${count}`, async () => {
      const runs = await board.call(scheduler, 'listRuns', { companyId, agentId });
      const [newest] = runs;
      return runs.length === count && newest?.finishedAt ? newest : undefined;
    });
  const outputOf = async ({ id: runId }: Run): Promise<string> =>
    (await board.call(scheduler, 'getRunLog', { runId })).text;
  const startOf = async (run: Run): Promise<Given> => {
    const lines = (await outputOf(run)).split('\n');
    return JSON.parse(lines.find((line) => line.startsWith('{"values"')) ?? '{}') as Given;
  };

  const issue = await addIssue(board, companyId, { assigneeAgentId: agentId });
  const first = await runWhen(1);
  await board.call(issues, 'addComment', { issueId: issue.id, body: 'Go on, please.' });
  const second = await runWhen(2);

  for (const run of [first, second]) {
    expect(run).toMatchObject({
      status: 'succeeded',
      issueId: issue.id,
      resultSummary: 'used 100',
      usage: { inputTokens: 200, cachedInputTokens: 100, outputTokens: 100, costCents: 100 },
    });
    expect(await startOf(run)).toMatchObject({
      instructions: INSTRUCTIONS,
      skills: { 'publish/SKILL.md': STORED },
    });
    expect(JSON.stringify(run) + (await outputOf(run))).not.toContain(KEY);
  }
  expect((await startOf(first)).session).toBeUndefined();
  expect((await startOf(second)).session).toEqual(expect.any(String));
  const { spentMonthlyCents } = await until('the costs of both runs', async () => {
    const agent = await board.call(agents, 'getAgent', { agentId });
    return agent.spentMonthlyCents >= 200 ? agent : undefined;
  });
  expect(spentMonthlyCents).toBe(200);

  await board.call(agents, 'setInstructions', { agentId, body: null });
  await board.call(agents, 'setAgentSkills', { agentId, skills: [] });
  await board.call(issues, 'addComment', { issueId: issue.id, body: 'Once more.' });
  const { instructions, skills, session } = await startOf(await runWhen(3));
  expect({ instructions, session }).toEqual({ instructions: '' });
  // What is left is the product's own skill.
  expect(Object.keys(skills).filter((path) => !path.startsWith('muster/'))).toEqual([]);
});
