import { AgentStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { skipReason, onDemandSkipReason } from './wake-admission.ts';

describe('skipReason', () => {
  it.each(AgentStatus.options)('decides for an agent that is %s', (status) => {
    const runnable = status !== 'pending_approval' && status !== 'terminated';
    expect(skipReason({ status, wakeOnDemand: true }, { source: 'mention' })).toBe(
      runnable ? undefined : 'agent_not_runnable',
    );
  });

  it('admits only the timer and retries where wakeOnDemand is off', () => {
    const agent = { status: 'idle', wakeOnDemand: false } as const;
    expect(skipReason(agent, { source: 'timer' })).toBeUndefined();
    expect(skipReason(agent, { source: 'retry' })).toBeUndefined();
    for (const source of ['assignment', 'mention', 'comment', 'approval', 'on_demand'] as const) {
      expect(skipReason(agent, { source })).toBe('wake_on_demand_off');
    }
  });

  it('admits the end of a wait where wakeOnDemand is off: the agent has asked for it', () => {
    const wake = { source: 'mention', reason: 'wait_ended' } as const;
    expect(skipReason({ status: 'idle', wakeOnDemand: false }, wake)).toBeUndefined();
    expect(skipReason({ status: 'terminated', wakeOnDemand: false }, wake)).toBe(
      'agent_not_runnable',
    );
  });

  it('admits wake-ups of an agent that is not known yet', () => {
    expect(skipReason(undefined, { source: 'assignment' })).toBeUndefined();
  });
});

describe('onDemandSkipReason', () => {
  const idle = { status: 'idle', wakeOnDemand: true } as const;

  it('skips an agent or a company that cannot run now', () => {
    expect(onDemandSkipReason({ ...idle, status: 'paused' }, 'active')).toBe('agent_paused');
    expect(onDemandSkipReason(idle, 'paused')).toBe('company_paused');
    expect(onDemandSkipReason({ ...idle, wakeOnDemand: false }, 'active')).toBe(
      'wake_on_demand_off',
    );
    expect(onDemandSkipReason(idle, 'active')).toBeUndefined();
  });
});
