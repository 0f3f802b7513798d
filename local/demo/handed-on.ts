/**
 * The second part of the story: an issue too large for one agent. Its lead splits it, asks the board a question when
 * the parts are done, and hands the whole over for a review, which sends it back once.
 */
import { agents, composed, issues, type Agent } from '@muster/contracts';
import type { AgentCommand } from '../stack/example-agent.ts';
import type { StoryContext } from './scene.ts';
import { step } from './steps.ts';

const ANSWER = 'Blue';

export async function playHandedOn(scene: StoryContext, foreman: AgentCommand): Promise<void> {
  const { api, companyId, announce } = scene;
  const lead = await addForeman(scene, { name: 'Lead', command: foreman });
  const writer = await addForeman(scene, {
    name: 'Writer',
    command: foreman,
    reportsTo: lead.id,
  });
  await announce(step.teamAdded, `${lead.name}, to whom ${writer.name} reports`);
  const { id: issueId, identifier } = await api.call(issues.operations.createIssue, {
    companyId,
    title: 'Ship our page',
    status: 'todo',
    assigneeAgentId: lead.id,
    reviewPolicy: 'person',
  });
  await announce(step.projectGiven, `${identifier} “Ship our page”, reviewed by a person`);
  await watchParts(scene, issueId);
  await answerQuestion(scene, issueId);
  await review(scene, issueId);
}

function addForeman(
  { api, companyId }: StoryContext,
  {
    name,
    command: [command, ...args],
    reportsTo,
  }: { readonly name: string; readonly command: AgentCommand; readonly reportsTo?: string },
): Promise<Agent> {
  return api.call(agents.operations.createAgent, {
    companyId,
    name,
    role: 'engineer',
    reportsTo: reportsTo ?? null,
    adapterType: 'process',
    adapterConfig: { command, args },
  });
}

async function watchParts({ api, facts, announce }: StoryContext, issueId: string): Promise<void> {
  const parts = async () => (await api.call(issues.operations.listChildren, { issueId })).children;
  const split = await facts.until('The parts of the issue', async () => {
    const found = await parts();
    return found.length > 0 ? found : undefined;
  });
  const titles = split.map(({ identifier, title }) => `${identifier} “${title}”`).toSorted();
  await announce(step.issueSplit, titles.join(', then '));
  await facts.until(
    'The end of both parts',
    async () => (await parts()).every(({ status }) => status === 'done') || undefined,
  );
  await announce(step.partsDone, 'by the writer, one after the other; their end wakes the lead');
}

async function answerQuestion(
  { api, companyId, facts, announce }: StoryContext,
  issueId: string,
): Promise<void> {
  const question = await facts.until('The question in the inbox', async () =>
    (await api.call(composed.getCompanyInbox, { companyId })).questions?.find(
      (each) => each.issueId === issueId,
    ),
  );
  await announce(step.personAsked, `“${question.text}” ${question.options.join(' or ')}`);
  await api.call(issues.operations.answerQuestion, { questionId: question.id, answer: ANSWER });
  await announce(step.questionAnswered, `“${ANSWER}”, which wakes the lead`);
}

async function review({ api, facts, announce }: StoryContext, issueId: string): Promise<void> {
  const round = (wanted: number) =>
    facts.until(`Round ${wanted} of the review`, async () => {
      const issue = await api.call(issues.operations.getIssue, { issueId });
      return (issue.status === 'in_review' && issue.review?.rounds === wanted) || undefined;
    });
  await round(1);
  const note = 'Once more, please.';
  await api.call(issues.operations.updateIssue, { issueId, status: 'in_progress', comment: note });
  await announce(step.wholeReviewed, `“${note}”`);
  await round(2);
  await api.call(issues.operations.updateIssue, { issueId, status: 'done' });
  await facts.runsEnd();
  await announce(step.wholeAccepted, 'in the second round');
}
