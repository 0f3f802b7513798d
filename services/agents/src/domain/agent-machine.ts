/**
 * The states of an agent and its moves. Only a decision of the board leaves `pending_approval`;
 * nothing leaves `terminated`.
 */
import type { AgentStatus, Moves } from '@muster/contracts';

export const agentMoves = {
  activate: { from: ['pending_approval'], to: 'idle', emits: 'agent.activated' },
  refuse: { from: ['pending_approval'], to: 'terminated', emits: 'agent.terminated' },
  startRun: { from: ['idle', 'error'], to: 'running' },
  endRun: { from: ['running'], to: 'idle' },
  failRun: { from: ['running'], to: 'error' },
  hold: { from: ['idle'], to: 'error' },
  pause: { from: ['idle', 'running', 'error'], to: 'paused', emits: 'agent.paused' },
  resume: { from: ['paused', 'error'], to: 'idle', emits: 'agent.resumed' },
  terminate: {
    from: ['pending_approval', 'idle', 'running', 'paused', 'error'],
    to: 'terminated',
    emits: 'agent.terminated',
  },
} as const satisfies Moves<AgentStatus>;

export type AgentMove = keyof typeof agentMoves;
