/** A company with the issues, agents and approvals that the mistakes are about. */
import type { IssueStatus } from '@muster/contracts';
import { addIssue } from '../fixtures/builders.ts';
import { createTeam } from '../fixtures/team.ts';
import type { Caller, Reply } from '../world/http-client.ts';
import type { World } from '../world/use-world.ts';
import { issueNames, type By, type IssueName, type Setting } from './rows/mistake-row.ts';
import type { Attempt } from './second-try.ts';

export type Perform = (by: By, attempt: Attempt) => Promise<Pick<Reply, 'status' | 'body'>>;

const statusOf: Readonly<Partial<Record<IssueName, IssueStatus>>> = {
  renamed: 'backlog',
  backlogged: 'backlog',
  planned: 'backlog',
  unready: 'blocked',
};

export async function openSetting(
  world: World,
): Promise<{ setting: Setting; callers: Readonly<Record<By, Caller>> }> {
  const { board, api } = world;
  const { company, callers, agents, users } = await createTeam(world, { reviewRequired: false });
  const made = await Promise.all(
    issueNames.map(async (name) => {
      const status = statusOf[name] ?? 'todo';
      return [name, await addIssue(board, company.id, { title: name, status })] as const;
    }),
  );
  const issues = Object.fromEntries(made.map(([name, { id }]) => [name, id])) as Setting['issues'];
  const claim = { agentId: agents.ann, expectedStatuses: ['todo'] };
  await board.patch(`/api/issues/${issues.claimed}`, { assigneeAgentId: agents.ann });
  await callers.ann.post(`/api/issues/${issues.claimed}/checkout`, claim);
  await board.patch(`/api/issues/${issues.handed}`, { assigneeAgentId: agents.ann });
  await board.patch(`/api/issues/${issues.resting}`, { assigneeAgentId: agents.pat });
  await board.patch(`/api/issues/${issues.ended}`, { status: 'cancelled' });
  const ask = async (): Promise<string> => {
    const asked = await callers.ann.post(`/api/companies/${company.id}/approvals`, {
      type: 'request_board_approval',
      payload: { title: 'A new desk', summary: 'It is for two.' },
    });
    return (asked.body as { id: string }).id;
  };
  const [approval, decided] = [await ask(), await ask()];
  await board.post(`/api/approvals/${decided}/reject`, {});
  const identifier = made.find(([name]) => name === 'open')?.[1].identifier ?? '';
  const setting = {
    company: company.id,
    issues,
    identifier,
    agents,
    user: users.una,
    approval,
    decided,
  };
  const others = { nobody: api.as(), garbage: api.as('garbage'), basic: api.as() };
  return { setting, callers: { ...callers, ...others } };
}

/** Sends a request as it is written down; some of them have methods that no client has. */
export const performIn =
  ({ stack }: World, callers: Readonly<Record<By, Caller>>): Perform =>
  async (by, { line, body, headers: given }) => {
    const [method = '', ...rest] = line.split(' ');
    const path = rest.join(' ');
    const basic: Record<string, string> = by === 'basic' ? { authorization: 'Basic YTpi' } : {};
    const headers = { ...basic, ...given };
    const caller = callers[by];
    if (method === 'GET') return caller.get(path, headers);
    if (method === 'POST') return caller.post(path, body, headers);
    if (method === 'PATCH') return caller.patch(path, body, headers);
    const reply = await fetch(`${stack.baseUrls[0]}${path}`, {
      method,
      headers: { authorization: `Bearer ${stack.boardToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json() };
  };

/** Only to name the rows; each is made anew with the ids of the company. */
export const named: Setting = {
  company: 'company',
  issues: Object.fromEntries(issueNames.map((name) => [name, name])) as Setting['issues'],
  identifier: 'PX-1',
  agents: { cleo: 'cleo', max: 'max', ann: 'ann', bob: 'bob', pat: 'pat', tom: 'tom' },
  user: 'una',
  approval: 'approval',
  decided: 'decided',
};
