/**
 * Row-level security alone hides other companies: the services run without the tenant predicates of
 * their statements. Then it is switched off as well, which shows that it was the protection, and that
 * both switches, which the tenancy suite uses, work.
 */
import { agents, approvals, issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { dropRowSecurity, withoutPredicates } from '../world/tenant-isolation/index.ts';

const world = useWorld({ replicas: 1, nodeFlags: withoutPredicates });

async function aCompany() {
  const { board } = world();
  const company = await createCompany(board);
  const member = await addAgentWithKey(world(), company.id, { name: 'Ann' });
  const issue = await addIssue(board, company.id, { title: 'Ours' });
  const approval = await member.caller.call(approvals, 'createApproval', {
    companyId: company.id,
    type: 'request_board_approval',
    payload: { title: 'May we?' },
  });
  return { companyId: company.id, member, issue, approval };
}

type Company = Awaited<ReturnType<typeof aCompany>>;

/** The statuses with which an agent of one company gets things of another by their ids. */
const statusesOf = async ({ member }: Company, { issue, approval, member: theirs }: Company) => {
  const paths = [
    `/api/issues/${issue.id}`,
    `/api/issues/${issue.id}/comments`,
    `/api/agents/${theirs.agent.id}`,
    `/api/approvals/${approval.id}`,
  ];
  const replies = await Promise.all(paths.map((path) => member.caller.get(path)));
  return replies.map(({ status }) => status);
};

describe('services without predicates', () => {
  it('show and change nothing of another company while row-level security is on', async () => {
    const [ours, theirs] = [await aCompany(), await aCompany()];
    expect(await statusesOf(ours, ours)).toEqual([200, 200, 200, 200]);
    expect(await statusesOf(ours, theirs)).toEqual([404, 404, 404, 404]);
    const { caller, agent } = ours.member;
    const changes = await Promise.all([
      caller.patch(`/api/issues/${theirs.issue.id}`, { title: 'Mine' }),
      caller.post(`/api/issues/${theirs.issue.id}/comments`, { body: 'Hello' }),
      caller.post(`/api/issues/${theirs.issue.id}/checkout`, {
        agentId: agent.id,
        expectedStatuses: ['backlog', 'todo'],
      }),
      caller.post(`/api/approvals/${theirs.approval.id}/cancel`, {}),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const untouched = await world().board.call(issues, 'getIssue', { issueId: theirs.issue.id });
    expect(untouched).toMatchObject({ title: 'Ours', version: theirs.issue.version });
    expect(
      await world().board.call(agents, 'listAgents', { companyId: theirs.companyId }),
    ).toHaveLength(1);
  });

  it('show other companies once row-level security is off', async () => {
    const [ours, theirs] = [await aCompany(), await aCompany()];
    expect(await dropRowSecurity(world().stack.databaseUrl)).toBeGreaterThan(40);
    expect(await statusesOf(ours, theirs)).toEqual([200, 200, 200, 200]);
  });
});
