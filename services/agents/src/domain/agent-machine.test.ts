import { AgentStatus, stateAfter } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { type AgentMove, agentMoves } from './agent-machine.ts';

/** The same machine by state instead of by move: an absent move is not allowed. */
const allowed: Record<AgentStatus, Partial<Record<AgentMove, AgentStatus>>> = {
  pending_approval: { activate: 'idle', refuse: 'terminated', terminate: 'terminated' },
  idle: { startRun: 'running', hold: 'error', pause: 'paused', terminate: 'terminated' },
  running: { endRun: 'idle', failRun: 'error', pause: 'paused', terminate: 'terminated' },
  paused: { resume: 'idle', terminate: 'terminated' },
  error: { startRun: 'running', pause: 'paused', resume: 'idle', terminate: 'terminated' },
  terminated: {},
};

const moves = Object.keys(agentMoves) as AgentMove[];
const cases = AgentStatus.options.flatMap((status) =>
  moves.map((move) => ({ status, move, to: allowed[status][move] })),
);

describe('agentMoves', () => {
  it.each(cases.filter(({ to }) => to))('lets $status $move to $to', ({ status, move, to }) => {
    expect(stateAfter<AgentStatus>(agentMoves[move], status)).toBe(to);
  });

  it.each(cases.filter(({ to }) => !to))('does not let $status $move', ({ status, move }) => {
    expect(stateAfter<AgentStatus>(agentMoves[move], status)).toBeUndefined();
  });

  it('covers every state with every move', () => {
    expect(cases).toHaveLength(6 * 9);
  });
});
