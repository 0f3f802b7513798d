/**
 * The states of an agent and every way from one to another. `pending_approval` is left only by a
 * decision (or by the board ending it), `terminated` never.
 */
import type { AgentStatus } from '@muster/contracts';

interface Move {
  readonly from: readonly AgentStatus[];
  readonly to: AgentStatus;
}

export const agentMoves = {
  activate: { from: ['pending_approval'], to: 'idle' },
  refuse: { from: ['pending_approval'], to: 'terminated' },
  startRun: { from: ['idle', 'error'], to: 'running' },
  endRun: { from: ['running'], to: 'idle' },
  failRun: { from: ['running'], to: 'error' },
  pause: { from: ['idle', 'running', 'error'], to: 'paused' },
  resume: { from: ['paused', 'error'], to: 'idle' },
  terminate: { from: ['pending_approval', 'idle', 'running', 'paused', 'error'], to: 'terminated' },
} as const satisfies Record<string, Move>;

export type AgentMove = keyof typeof agentMoves;

/** Where a move leads, or nothing where it is not allowed. */
export function after(status: AgentStatus, name: AgentMove): AgentStatus | undefined {
  const { from, to }: Move = agentMoves[name];
  return from.includes(status) ? to : undefined;
}
