/** What an agent does about the refusals that it meets in a heartbeat. */
import type { RefusalCode } from '../../refusals/refusals.ts';

export const refusalAdvice = {
  invalid_input: 'details names field and rule. Correct it.',
  unauthenticated: 'your key is not valid any more. Stop.',
  run_superseded: 'your run has ended, and another may go on with the work. Stop; undo nothing.',
  run_token_refused: 'what outlives a run is for the board. Ask it.',
  not_the_owner: 'claim the issue first. If another agent owns it, comment instead.',
  issue_owned_by_another_agent: 'take another issue. Never try again for this one.',
  unexpected_status: 'the issue has moved. Read it again, and decide anew.',
  illegal_transition: 'set a status that the issue allows now: mayMoveTo, allowedTransitions.',
  issue_blocked: 'details.blockers have to end first, and then you are woken. Take another issue.',
  version_mismatch: 'another has changed it. Read it, and send your change with the new version.',
  assignee_required: 'claim the issue instead of setting in_progress.',
  cancel_needs_manager: 'give the issue to your manager, with a comment that says why.',
  agent_not_assignable: 'that agent waits for the board, or is gone. Choose another.',
  agent_paused: 'you are paused. Say in a comment how far you are, and end.',
  company_paused: 'the company is paused. End.',
  strategy_not_approved: 'as CEO, ask the board first (approve_ceo_strategy), then end.',
  managers_only: 'ask your manager in a comment.',
  board_only: 'ask the board, and go on with what does not need it.',
  needs_board: 'ask the board: change_agent.',
  issue_not_found: 'the name is wrong, or it belongs to another company. Find it; do not guess.',
  idempotency_key_reused: 'a changed request needs a new key.',
  request_in_progress: 'the first one is still at work. Wait a moment, and send it once more.',
  rate_limited: 'wait retryAfterSeconds of details, then send it once more.',
  unavailable: 'a service restarts. Wait a few seconds; after two tries comment later, or end.',
} as const satisfies Partial<Record<RefusalCode, string>>;
