import { AgentStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { skipReason, skipReasonNow } from './reception.ts';

describe('skipReason', () => {
  it.each(AgentStatus.options)('decides for an agent that is %s', (status) => {
    const runnable = status !== 'pending_approval' && status !== 'terminated';
    expect(skipReason({ status, wakeOnDemand: true }, 'mention')).toBe(
      runnable ? undefined : 'agent_not_runnable',
    );
  });

  it('lets only the timer and retries through where wakeOnDemand is off', () => {
    const agent = { status: 'idle', wakeOnDemand: false } as const;
    expect(skipReason(agent, 'timer')).toBeUndefined();
    expect(skipReason(agent, 'retry')).toBeUndefined();
    for (const source of ['assignment', 'mention', 'comment', 'approval', 'on_demand'] as const) {
      expect(skipReason(agent, source)).toBe('wake_on_demand_off');
    }
  });

  it('keeps what comes for an agent that is not known yet', () => {
    expect(skipReason(undefined, 'assignment')).toBeUndefined();
  });
});

describe('skipReasonNow', () => {
  const idle = { status: 'idle', wakeOnDemand: true } as const;

  it('skips what cannot run now', () => {
    expect(skipReasonNow({ ...idle, status: 'paused' }, 'active')).toBe('agent_paused');
    expect(skipReasonNow(idle, 'paused')).toBe('company_paused');
    expect(skipReasonNow({ ...idle, wakeOnDemand: false }, 'active')).toBe('wake_on_demand_off');
    expect(skipReasonNow(idle, 'active')).toBeUndefined();
  });
});
