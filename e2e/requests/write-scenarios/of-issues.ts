import { addIssue, addAgentWithKey } from '../../fixtures/builders.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

export const ofIssues: Record<string, WriteScenario> = {
  createIssue: (fixture) =>
    fixture.chief.caller.post(companyPath(fixture, 'issues'), { title: 'Plan the year' }),
  createChildren: async (fixture) =>
    fixture.chief.caller.post(await ofIssue(fixture, 'children'), {
      children: [{ title: 'Part' }],
    }),
  createWait: async (fixture) =>
    fixture.chief.caller.post(await ofIssue(fixture, 'waits'), { after: 86_400, note: 'Later.' }),
  cancelWait: async (fixture) => {
    const path = await ofIssue(fixture, 'waits');
    const { body } = await fixture.chief.caller.post(path, { after: 86_400, note: 'Later.' });
    return fixture.chief.caller.delete(`${path}/${(body as { id: string }).id}`);
  },
  sendSignal: async (fixture) => {
    const path = await ofIssue(fixture, 'waits');
    const { body } = await fixture.chief.caller.post(path, { signal: true, note: 'Go on.' });
    const { pathname } = new URL((body as { signalUrl: string }).signalUrl);
    return fixture.world.api.as().post(pathname, { status: 'green' });
  },
  updateIssue: async (fixture) =>
    fixture.world.board.patch(await ofIssue(fixture), { title: 'Other' }),
  checkoutIssue: async (fixture) => {
    const { agent, caller } = await addAgentWithKey(fixture.world, fixture.companyId);
    const claim = { agentId: agent.id, expectedStatuses: ['todo'] };
    return caller.post(await ofIssue(fixture, 'checkout'), claim);
  },
  releaseIssue: async (fixture) => {
    const { agent, caller } = await addAgentWithKey(fixture.world, fixture.companyId);
    const issueId = await newIssue(fixture);
    const claim = { agentId: agent.id, expectedStatuses: ['todo'] };
    await caller.post(`/api/issues/${issueId}/checkout`, claim);
    return caller.post(`/api/issues/${issueId}/release`);
  },
  reopenIssue: async (fixture) => {
    const { id } = await addIssue(fixture.world.board, fixture.companyId, { status: 'done' });
    return fixture.world.board.post(`/api/issues/${id}/reopen`, { comment: 'Not yet.' });
  },
  changeIssues: async ({ world: { board }, companyId }) => {
    const { id } = await addIssue(board, companyId);
    const change = { filter: { ids: [id] }, change: { priority: 'high' } };
    return board.post(`/api/companies/${companyId}/issues/bulk`, change);
  },
  holdIssue: async (fixture) =>
    fixture.world.board.post(await ofIssue(fixture, 'hold'), { reason: 'A freeze.' }),
  liftIssueHold: async (fixture) => {
    const path = await ofIssue(fixture, 'hold');
    await fixture.world.board.post(path, { reason: 'A freeze.' });
    return fixture.world.board.post(`${path}/lift`);
  },
  addComment: async (fixture) =>
    fixture.chief.caller.post(await ofIssue(fixture, 'comments'), { body: 'Noted.' }),
  redactComment: async (fixture) => {
    const path = await ofIssue(fixture, 'comments');
    const { body } = await fixture.chief.caller.post(path, { body: 'The key is 42.' });
    const { id } = body as { id: string };
    return fixture.world.board.post(`${path}/${id}/redact`, { reason: 'A key.' });
  },
  redactWait: async (fixture) => {
    const path = await ofIssue(fixture, 'waits');
    const { body } = await fixture.chief.caller.post(path, { after: 86_400, note: 'Try 42.' });
    return fixture.world.board.post(`${path}/${(body as { id: string }).id}/redact`);
  },
  askQuestion: (fixture) => newQuestion(fixture),
  answerQuestion: async (fixture) => {
    const { id } = (await newQuestion(fixture)).body as { id: string };
    return fixture.world.board.post(`/api/questions/${id}/answer`, { answer: 'Yes.' });
  },
  redactQuestion: async (fixture) => {
    const { id } = (await newQuestion(fixture)).body as { id: string };
    return fixture.world.board.post(`/api/questions/${id}/redact`);
  },
  withdrawQuestion: async (fixture) => {
    const { id } = (await newQuestion(fixture)).body as { id: string };
    return fixture.world.board.post(`/api/questions/${id}/withdraw`);
  },
};

const newQuestion = async (fixture: ScenarioFixture) =>
  fixture.chief.caller.post(await ofIssue(fixture, 'questions'), {
    to: 'board',
    kind: 'text',
    text: 'Shall we?',
  });

const newIssue = async ({ world, companyId }: ScenarioFixture): Promise<string> =>
  (await addIssue(world.board, companyId)).id;

const ofIssue = async (fixture: ScenarioFixture, rest = ''): Promise<string> =>
  `/api/issues/${await newIssue(fixture)}${rest && `/${rest}`}`;
