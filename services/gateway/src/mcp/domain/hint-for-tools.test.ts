import { refusals, type RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { hintForTools, noteForTools } from './hint-for-tools.ts';

const ofAgent = new Set([
  'get_work',
  'read_issue',
  'find_issues',
  'claim_issue',
  'update_issue',
  'comment',
  'create_issue',
  'list_colleagues',
  'read_plan',
  'ask_board',
  'read_decision',
]);
const hintOf = (code: RefusalCode): string =>
  (refusals[code] as { readonly hint?: string }).hint ?? '';

describe('the hint of a refusal of a tool', () => {
  it.each([
    'issue_not_found',
    'agent_not_found',
    'comment_not_found',
    'project_not_found',
    'goal_not_found',
    'issue_owned_by_another_agent',
    'unexpected_status',
    'not_the_owner',
    'issue_blocked',
    'assignee_required',
    'agent_not_assignable',
    'cancel_needs_manager',
    'reopen_needs_board',
    'managers_only',
    'board_only',
    'needs_board',
    'strategy_not_approved',
  ] as const)('%s names tools and no paths', (code) => {
    expect(hintOf(code)).not.toBe('');
    expect(hintForTools(hintOf(code), ofAgent)).not.toContain('/api/');
  });

  it('names no tool that the caller does not have, and leaves longer paths', () => {
    const hint = 'GET /api/companies/:companyId/issues, or GET /api/issues/:issueId/approvals';
    expect(hintForTools(hint, new Set())).toBe(hint);
    expect(hintForTools(hint, ofAgent)).toBe('find_issues, or GET /api/issues/:issueId/approvals');
  });
});

describe('the note of an answer of a tool', () => {
  it.each([
    [
      'nobody is assigned: no agent is woken; PATCH /api/issues/ACM-5 {"assigneeAgentId":…} does',
      'nobody is assigned: no agent is woken; update_issue with an assignee does',
    ],
    [
      'backlog wakes no agent; PATCH /api/issues/ACM-5 {"status":"todo"} does',
      'backlog wakes no agent; update_issue with the status todo does',
    ],
    [
      'nobody is woken: the issue is done; reopen it, POST /api/issues/ACM-5/reopen, or mention an agent',
      'nobody is woken: the issue is done; reopen it, update_issue with reopen, or mention an agent',
    ],
    ['write a comment, POST /api/issues/ACM-5/comments', 'write a comment, by the tool comment'],
    ['no agent is called @bopp: no agent is woken by that', ''],
  ])('names tools where it names requests: %j', (note, said) => {
    expect(noteForTools(note)).toBe(said || note);
  });
});
