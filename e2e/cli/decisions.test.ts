/** What waits for a person at a terminal, and what the person decides there. */
import { agents, issues } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { answerOf, usePerson, type Ran } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();

const inCompany =
  (companyId: string) =>
  (path: string, args: readonly string[] = [], input = ''): Promise<Ran> =>
    person.run(path, args, {
      env: {
        MUSTER_URL: world().stack.baseUrl,
        MUSTER_TOKEN: world().stack.boardToken,
        MUSTER_COMPANY: companyId,
      },
      input,
    });

interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly next: string;
}

const waitingIn = async (companyId: string): Promise<Waiting[]> => {
  const { out } = await inCompany(companyId)('inbox', ['--jsonl']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Waiting);
};

it('lists what agents ask for with the command that decides, and decides it', async () => {
  const { board } = world();
  const { id } = await createCompany(board);
  const ceo = await addAgentWithKey(world(), id, {
    role: 'ceo',
    permissions: { canCreateAgents: true },
  });
  for (const name of ['Ada', 'Bob', 'Cy', 'Di']) {
    await ceo.caller.call(agents, 'hireAgent', { companyId: id, name });
  }
  const muster = inCompany(id);
  const people = await muster('inbox');
  expect(people.out).toContain('approval: hire_agent of Di for ');
  const waiting = await waitingIn(id);
  expect(waiting.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'approval'));
  const [di = '', cy = '', bob = '', ada = ''] = waiting.map((each) => each.id);
  expect(waiting[0]?.next).toBe(`inbox approve ${di}`);
  expect((await muster('inbox approve', [di, '--note', 'Welcome.'])).out).toContain('approved');
  expect((await muster('inbox reject', [cy])).out).toContain('rejected');
  expect((await muster('approval approve', [bob])).code).toBe(0);
  expect((await muster('approval revise', [ada, '--note', '-'], 'Which model?')).out).toContain(
    'revision',
  );
  expect((await muster('approval show', [ada])).out).toMatch(/^note +Which model\?$/m);
  expect((await muster('approval reject', [ada])).code).toBe(0);
  expect((await muster('approval list', ['--quiet'])).out.trim().split('\n')).toHaveLength(4);
  const again = await muster('approval reject', [di]);
  expect(again).toMatchObject({
    code: 5,
    err: expect.stringContaining('approval_already_decided') as string,
  });
  expect(await waitingIn(id)).toEqual([]);
});

it('answers questions by words, by an option or its number, and by yes or no', async () => {
  const { board } = world();
  const { id } = await createCompany(board);
  const { caller, agent } = await addAgentWithKey(world(), id);
  const { id: issueId, identifier } = await addIssue(board, id, { assigneeAgentId: agent.id });
  const ask = (
    kind: 'text' | 'choice' | 'several' | 'confirm',
    options?: string[],
  ): Promise<{ id: string }> =>
    caller.call(issues, 'askQuestion', {
      issueId,
      to: 'board',
      kind,
      text: `A ${kind}?`,
      ...(options ? { options } : {}),
    });
  const colours = ['Red', 'Dark blue', 'Green'];
  const [words, one, some, yes] = [
    await ask('text'),
    await ask('choice', colours),
    await ask('several', colours),
    await ask('confirm'),
  ];
  const muster = inCompany(id);
  expect((await waitingIn(id)).map(({ next }) => next)).toContain(`inbox answer ${one.id} OPTION`);
  expect((await muster('inbox answer', [one.id, 'purple'])).code).toBe(2);
  const answers = [
    await muster('inbox answer', [words.id, '-', '--json'], 'On Monday.'),
    await muster('question answer', [one.id, 'dark blue', '--json']),
    await muster('question answer', [some.id, '1', 'green', '--json']),
    await muster('inbox answer', [yes.id, 'yes', '--json']),
  ].map((ran) => answerOf(ran)['answer']);
  expect(answers).toEqual(['On Monday.', 'Dark blue', ['Red', 'Green'], true]);
  expect((await muster('question list', [identifier])).out).toMatch(/^\S+ +answered /m);
});

it('accepts work in review, or returns it with a reason', async () => {
  const { board } = world();
  const { id } = await createCompany(board);
  const { caller, agent } = await addAgentWithKey(world(), id);
  const { id: issueId, identifier } = await addIssue(board, id, { assigneeAgentId: agent.id });
  const handOver = async (from: 'todo' | 'in_progress'): Promise<void> => {
    const claim = { issueId, agentId: agent.id, expectedStatuses: [from] };
    await caller.call(issues, 'checkoutIssue', claim);
    await caller.call(issues, 'updateIssue', { issueId, status: 'in_review' });
  };
  const muster = inCompany(id);
  const early = await muster('inbox review', [identifier, 'accept']);
  expect(early).toMatchObject({
    code: 5,
    err: expect.stringContaining('nothing is in review') as string,
  });
  await handOver('todo');
  expect(await waitingIn(id)).toMatchObject([{ next: `inbox review ${identifier} accept|return` }]);
  expect((await muster('inbox review', [identifier, 'return'])).code).toBe(2);
  const returned = await muster('inbox review', [identifier, 'return', '--comment', 'Too short.']);
  expect(returned.out).toContain('is in_progress');
  await handOver('in_progress');
  expect((await muster('inbox review', [identifier, 'accept'])).out).toContain('is done');
  expect((await muster('inbox')).err).toContain('Nothing waits for you.');
});
