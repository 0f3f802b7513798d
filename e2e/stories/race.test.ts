import { issues } from '@muster/contracts';
import { describe, expect, inject, test } from 'vitest';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { inLanes } from '../harness/lanes.ts';
import { countActions, faultsOf, readActivity } from '../harness/log.ts';
import { useWorld } from '../harness/stack.ts';

const AGENTS = 20;
const ISSUES = 200;
/** Issues that are raced for at a time. */
const RACES = 4;

const everywhere = inject('replicas');
const world = useWorld({ replicas: everywhere > 1 ? everywhere : { issues: 2 } });

describe('a race for an issue, with two processes of the issues service', () => {
  test('gives each of 200 issues to exactly one of twenty racing agents', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board);
    const members = await Promise.all(
      Array.from({ length: AGENTS }, () => addMember(world(), companyId)),
    );
    const wonBy = new Map<string, string>();
    await inLanes(ISSUES, RACES, async () => {
      const { id } = await addIssue(board, companyId);
      const replies = await Promise.all(members.map(({ agent, caller }) =>
        caller.post(`/api/issues/${id}/checkout`, {
          agentId: agent.id, expectedStatuses: ['todo'],
        })));
      const winner = replies.findIndex(({ status }) => status === 200);
      const owner = members[winner]?.agent.id ?? '';
      wonBy.set(id, owner);
      const lost = replies.filter((_, index) => index !== winner);
      expect(replies[winner]?.body).toMatchObject({ assigneeAgentId: owner });
      expect(lost.map(({ status }) => status)).toEqual(lost.map(() => 409));
      for (const { body } of lost) {
        expect(body).toMatchObject({
          code: 'issue_owned_by_another_agent', retryable: false,
          details: { issueId: id, status: 'in_progress', assigneeAgentId: owner },
        });
      }
    });
    expect(wonBy.size).toBe(ISSUES);
    for (const [issueId, owner] of wonBy) {
      const issue = await board.call(issues, 'getIssue', { issueId });
      expect(issue).toMatchObject({ status: 'in_progress', assigneeAgentId: owner });
    }
    const activity = await readActivity(board, companyId);
    expect(countActions(activity, 'issue.checked_out')).toBe(ISSUES);
    expect(faultsOf(activity)).toEqual({});
  });
});
