/** Checks of an agent as answers: levels, sentences and the next step. No path but the agent's own. */
import type { AgentCheck, AgentStatus, CheckReport, CompanyStatus } from '@muster/contracts';

type Make = (message: string, hint?: string) => AgentCheck;

const make =
  (level: AgentCheck['level']) =>
  (code: AgentCheck['code']): Make =>
  (message, hint) => ({ code, level, message, hint: hint ?? null });
export const passed = make('ok');
export const warned = make('warn');
export const failed = make('fail');
export const unknown = make('unknown');

/** A check that has not been made is no reason to call an agent ready. */
export const reportOf = (checks: AgentCheck[]): CheckReport => ({
  ok: checks.every(({ level }) => level === 'ok' || level === 'warn'),
  checks,
});

export function checkOfStatus({
  status,
  companyStatus,
}: {
  readonly status: AgentStatus;
  readonly companyStatus: CompanyStatus;
}): AgentCheck {
  if (status === 'pending_approval') {
    return warned('agent')(
      'The agent waits for the board to approve it',
      'approve or reject the hire',
    );
  }
  if (status === 'paused') {
    return warned('agent')('The agent is paused', 'resume it: POST /api/agents/:agentId/resume');
  }
  if (companyStatus !== 'active') {
    return warned('agent')('The company is paused', 'resume the company');
  }
  return passed('agent')('The agent is started when there is work');
}
