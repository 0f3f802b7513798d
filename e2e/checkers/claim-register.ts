/**
 * An issue as a register that agents claim, release and are assigned: the rules of checkout, release and
 * reassignment by the board, implemented independently of the service.
 */
import type { Model } from './linearizable.ts';

export interface Claimed {
  readonly status: 'todo' | 'in_progress';
  readonly owner: string | null;
}

export type Act =
  | { readonly type: 'checkout'; readonly agent: string }
  | { readonly type: 'release'; readonly agent: string }
  | { readonly type: 'reassign'; readonly to: string }
  | { readonly type: 'read' };

export type Answer =
  | { readonly type: 'done'; readonly status: string; readonly owner: string | null }
  | { readonly type: 'owned'; readonly owner: string | null }
  | { readonly type: 'not_the_owner' }
  | { readonly type: 'illegal_transition' };

const done = ({ status, owner }: Claimed): Answer => ({ type: 'done', status, owner });
const to = (state: Claimed) => ({ state, output: done(state) });

function step(state: Claimed, act: Act): { state: Claimed; output: Answer } {
  const { status, owner } = state;
  switch (act.type) {
    case 'checkout':
      return owner === null || owner === act.agent
        ? to({ status: 'in_progress', owner: act.agent })
        : { state, output: { type: 'owned', owner } };
    case 'release':
      if (owner === null) return to(state);
      if (owner !== act.agent) return { state, output: { type: 'not_the_owner' } };
      return to({ status: 'todo', owner: null });
    case 'reassign':
      return to({ status, owner: act.to });
    case 'read':
      return to(state);
  }
}

/** An issue that is todo and unassigned at first. */
export const claimRegister: Model<Claimed, Act, Answer> = {
  initial: { status: 'todo', owner: null },
  step,
  isReadOnly: ({ type }, seen) => type === 'read' || seen.type !== 'done',
  sameOutput: (expected, seen) => JSON.stringify(expected) === JSON.stringify(seen),
  keyOf: ({ status, owner }) => `${status} ${owner ?? '-'}`,
};
