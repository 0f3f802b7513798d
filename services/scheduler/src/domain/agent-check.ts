/** Checks of an agent as answers: levels, sentences and the next step. No path but the agent's own. */
import type {
  AgentCheck,
  AgentStatus,
  CheckReport,
  CompanyStatus,
  Payload,
  scheduler,
} from '@muster/contracts';

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

type CheckOutcome = Omit<Payload<typeof scheduler, 'agent.checked'>, 'agentId'>;

/** The last request of a remote agent is known to the gateway alone. */
export function outcomeOf(checks: readonly AgentCheck[]): CheckOutcome {
  const codesAt = (wanted: AgentCheck['level']): AgentCheck['code'][] =>
    checks.flatMap(({ code, level }) =>
      level === wanted && code !== 'last_request' ? [code] : [],
    );
  const [failing, open] = [codesAt('fail'), codesAt('unknown')];
  return {
    ok: failing.length + open.length === 0,
    failed: failing,
    unknown: open,
    warned: codesAt('warn'),
  };
}

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
