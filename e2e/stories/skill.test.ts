/** A reader that knows nothing but the skill follows its examples in order, in each way that it shows. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { agents, approvals, issues } from '@muster/contracts';
import { skillFiles } from '@muster/contracts/agent-texts';
import { describe, expect, it } from 'vitest';
import { addIssue, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import {
  definitionIn,
  examplesIn,
  scriptsIn,
  type SkillExample,
} from '../fixtures/skill-examples.ts';
import { openMcp } from '../world/mcp-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const EXAMPLES_LEAST = 15;

const world = useSharedWorld();

/** A manager in its run, with the issues that the examples name. */
async function openScene(name: string) {
  const { board, stack, api } = world();
  const company = await createCompany(board, { reviewRequired: true });
  const companyId = company.id;
  const { agentId, runId, token } = await startLiveRun(world(), companyId, name);
  await board.call(agents, 'updateAgent', { agentId, role: 'manager', budgetMonthlyCents: 5_000 });
  const caller = api.as(token);
  const [todo, mine, other] = await Promise.all(
    ['Fix the page', 'Launch it', 'Move the site'].map((title) =>
      addIssue(board, companyId, { title }),
    ),
  );
  if (!todo || !mine || !other) throw new Error('three issues are expected');
  for (const { id: issueId } of [mine, other]) {
    await caller.call(issues, 'checkoutIssue', { issueId, agentId, expectedStatuses: ['todo'] });
  }
  const { id: approvalId } = await caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: { title: 'Before' },
  });
  const { id: projectId } = await board.call(issues, 'createProject', { companyId, name: 'Site' });
  const environment = {
    SERVICE_API_URL: stack.baseUrl,
    SERVICE_API_KEY: token,
    SERVICE_AGENT_ID: agentId,
    SERVICE_COMPANY_ID: companyId,
    SERVICE_RUN_ID: runId,
  };
  const values = {
    'ACM-12': todo.identifier,
    'ACM-13': mine.identifier,
    'ACM-14': other.identifier,
    '{approvalId}': approvalId,
    '{issueId}': mine.id,
    '{agentId}': agentId,
    '{projectId}': projectId,
  };
  return { token, environment, values, issueId: todo.id, waitingId: mine.id, companyId };
}

/** As it is served, with the texts that it names. */
async function readSkill(): Promise<string[]> {
  const { baseUrl } = world().stack;
  const paths = skillFiles.map(({ path }) =>
    path === 'SKILL.md' ? '/llms/skill.md' : `/llms/${path.replace('references', 'skill')}`,
  );
  return Promise.all(
    paths.map(async (path, at) => {
      const answer = await fetch(`${baseUrl}${path}`);
      const text = await answer.text();
      expect(text).toBe(skillFiles[at]?.text);
      const again = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } };
      expect((await fetch(`${baseUrl}${path}`, again)).status).toBe(304);
      return text;
    }),
  );
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Throws for an example that fails. */
type Follow = (scene: Scene, example: SkillExample) => Promise<void>;
type Environment = Readonly<Record<string, string>>;

const byTools: Follow = async ({ token }, { tool: { name, input } }) => {
  const mcp = await openMcp(world().stack.baseUrl, token);
  await mcp.call(name, input);
  await mcp.close();
};

const run = promisify(execFile);

async function inShell(environment: Environment, script: string): Promise<void> {
  const env = { PATH: process.env['PATH'], ...environment };
  const { stdout } = await run('sh', ['-e', '-c', script], { env });
  expect(stdout).toMatch(/[\]}]$/);
}

const byCurl =
  (definition: string): Follow =>
  ({ environment }, { script }) =>
    inShell(environment, `${definition}\n${script}`);

describe('the skill', () => {
  it.each(['tools', 'curl'])(
    'is followed by a reader with %s, who finishes an issue',
    async (way) => {
      const { board } = world();
      const texts = await readSkill();
      const scene = await openScene(`reader-with-${way}`);
      const follow = way === 'tools' ? byTools : byCurl(definitionIn(texts[0] ?? ''));
      const examples = texts.flatMap((text) => examplesIn(text, scene.values));
      expect(examples.length).toBeGreaterThanOrEqual(EXAMPLES_LEAST);
      for (const example of examples) await follow(scene, example);
      const { issueId, waitingId, companyId } = scene;
      const { status } = await board.call(issues, 'getIssue', { issueId });
      expect(status).toBe('done');
      const comments = await board.call(issues, 'listComments', { issueId });
      expect(comments.map(({ body }) => body)).toEqual([
        'The test fails on line 12. I fix it now.',
        'Fixed in 3f2a91c. All 14 tests pass.',
      ]);
      const parts = await board.call(issues, 'listIssues', { companyId, parentId: waitingId });
      const [page] = parts.filter(({ title }) => title === 'Write the page about prices');
      expect(parts).toHaveLength(2);
      expect(page).toMatchObject({ status: 'todo', blockedByIssueIds: [] });
      expect(parts).toContainEqual(
        expect.objectContaining({ title: 'Publish it', blockedByIssueIds: [page?.id] }),
      );
      const asked = await board.call(approvals, 'listApprovals', { companyId });
      expect(asked.map(({ type }) => type).toSorted()).toEqual([
        'budget_override_required',
        'change_agent',
        'hire_agent',
        'request_board_approval',
        'request_board_approval',
      ]);
    },
  );
});

describe('the text of a heartbeat', () => {
  it('is followed by a reader with a shell alone, who finishes an issue', async () => {
    const { board, stack } = world();
    const text = await (await fetch(`${stack.baseUrl}/llms/heartbeat.txt`)).text();
    const { values, environment, issueId } = await openScene('reader-of-the-heartbeat');
    const scripts = scriptsIn(text, values);
    expect(scripts).toHaveLength(7);
    const definition = definitionIn(text);
    for (const script of scripts) await inShell(environment, `${definition}\n${script}`);
    const { status } = await board.call(issues, 'getIssue', { issueId });
    expect(status).toBe('done');
  });
});
