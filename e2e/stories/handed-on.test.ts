/**
 * Work that is handed on and comes back, by each kind of program: an agent splits its issue, is woken when the parts
 * have ended, asks a person, hands over for a review that only a person may give, is sent back, and is accepted.
 */
import { fileURLToPath } from 'node:url';
import { BoardInbox, issues, scheduler, type AdapterType, type Run } from '@muster/contracts';
import { until, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const FOREMAN = pathOf('../../examples/foreman/foreman.mjs');
const FAKE = pathOf('../../libs/cli-agents/test/fake-program.ts');
const commandOf = (type: AdapterType): string =>
  JSON.stringify([process.execPath, '--no-warnings', ...WITH_COMPILE_CACHE, FAKE, type]);

const world = useWorld({
  settings: {
    MUSTER_CLAUDE_CODE_COMMAND: commandOf('claude_code'),
    MUSTER_CODEX_COMMAND: commandOf('codex'),
    MUSTER_OPENCODE_COMMAND: commandOf('opencode'),
    MUSTER_GEMINI_CLI_COMMAND: commandOf('gemini_cli'),
    // Nothing here waits for the end of a lease, which a busy machine may renew late.
    LEASE_SECONDS: '15',
  },
});

/** All that wakes the agent; it is told of the end of both reviews. */
const WAKES = ['issue_assigned', 'children_settled', 'question_answered', 'reviewed', 'reviewed'];
const wakesOf = (runs: readonly Run[]): string[] =>
  runs
    .flatMap(({ context }) => context['wakes'] as { readonly reason: string }[])
    .map(({ reason }) => reason);

const coding = (key: string, more = {}) => ({
  promptTemplate: JSON.stringify({ works: FOREMAN, uses: 100 }),
  env: { [key]: 'a-key-of-a-provider' },
  ...more,
});

const programs: readonly (readonly [AdapterType, object])[] = [
  ['process', { command: process.execPath, args: [...WITH_COMPILE_CACHE, FOREMAN] }],
  ['claude_code', coding('ANTHROPIC_API_KEY')],
  ['codex', coding('CODEX_API_KEY', { model: 'gpt-5.2-codex' })],
  ['opencode', coding('ANTHROPIC_API_KEY', { model: 'anthropic/claude-sonnet-4-5' })],
  ['gemini_cli', coding('GEMINI_API_KEY')],
];

// Beside each other, because most of the time is pauses between runs.
it.concurrent.each(programs)(
  '%s splits, waits, asks, is reviewed and finishes',
  async (adapterType, config) => {
    const { board } = world();
    const { id: companyId } = await createCompany(board, { reviewRequired: false });
    const program = { adapterType, adapterConfig: config as never, runtimeConfig: {} };
    const budget = { budgetMonthlyCents: 100_000 };
    const { id: agentId } = await addAgent(board, companyId, { ...program, ...budget });
    await addAgent(board, companyId, { ...program, ...budget, reportsTo: agentId });
    const { id: issueId } = await addIssue(board, companyId, {
      title: 'Ship the page',
      assigneeAgentId: agentId,
      reviewPolicy: 'person',
    });
    const inbox = async () =>
      BoardInbox.parse((await board.get(`/api/companies/${companyId}/inbox`)).body);
    const comments = async () =>
      (await board.call(issues, 'listComments', { issueId })).map(({ body }) => body);
    const inReview = (round: number) =>
      until(`round ${round} of the review`, async () => {
        const { issues: waiting } = await inbox();
        const { status, review } = await board.call(issues, 'getIssue', { issueId });
        const isThere = waiting.some(({ id, reason }) => id === issueId && reason === 'in_review');
        return (isThere && status === 'in_review' && review?.rounds === round) || undefined;
      });

    const question = await until(
      'the question of the agent',
      async () => (await inbox()).questions?.[0],
    );
    expect(question).toMatchObject({ issueId, text: 'Which colour?' });
    await board.call(issues, 'answerQuestion', { questionId: question.id, answer: 'Blue' });
    await inReview(1);
    expect(await comments()).toEqual(['Both parts are done, in Blue.']);
    const sentBack = { status: 'in_progress' as const, comment: 'Once more, please.' };
    await board.call(issues, 'updateIssue', { issueId, ...sentBack });
    await inReview(2);
    await board.call(issues, 'updateIssue', { issueId, status: 'done' });

    const { children } = await board.call(issues, 'listChildren', { issueId });
    expect(children.map(({ status }) => status)).toEqual(['done', 'done']);
    const runs = await until('the end of the run that its acceptance wakes', async () => {
      const all = await board.call(scheduler, 'listRuns', { companyId, agentId });
      const areOver = all.every(({ finishedAt }) => finishedAt);
      return areOver && wakesOf(all).length >= WAKES.length ? all : undefined;
    });
    expect(wakesOf(runs).toSorted()).toEqual(WAKES.toSorted());
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'succeeded'));
    expect(await inbox()).toMatchObject({ issues: [], questions: [] });
  },
);
