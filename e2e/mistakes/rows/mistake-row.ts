/** One mistake, and the answer that leads on. */
import type { Attempt, SecondTry } from '../second-try.ts';

/** Issues of one test each, by what is to happen with them. */
export const issueNames = [
  'open',
  'renamed',
  'assigned',
  'free',
  'claimed',
  'backlogged',
  'started',
  'listed',
  'missing',
  'posed',
  'unready',
  'planned',
  'shared',
  'child',
  'handed',
  'resting',
  'ended',
] as const;
export type IssueName = (typeof issueNames)[number];

export type By = 'board' | 'cleo' | 'max' | 'ann' | 'bob' | 'pat' | 'nobody' | 'garbage' | 'basic';

export interface Setting {
  readonly company: string;
  readonly issues: Readonly<Record<IssueName, string>>;
  /** The short name of the open issue, such as PX-12. */
  readonly identifier: string;
  /** Ids of agents: Pat is paused, Tom terminated. */
  readonly agents: Readonly<Record<'cleo' | 'max' | 'ann' | 'bob' | 'pat' | 'tom', string>>;
  readonly user: string;
  /** Requests to the board: one is pending, one is rejected. */
  readonly approval: string;
  readonly decided: string;
}

export interface MistakeRow extends Attempt {
  readonly mistake: string;
  readonly by: By;
  /** The code of a refusal; a success has none. */
  readonly answers: readonly [status: number, code?: string];
  /** Words of the answer that lead on. */
  readonly leads: readonly string[];
  readonly secondTry?: SecondTry;
}

export const title = 'Write the report';

/** The paths in a hint have names where a request has ids, which its reader knows. */
export const filledFor =
  ({ company, issues, approval, agents }: Setting) =>
  (path: string): string =>
    path
      .replace(':companyId', company)
      .replace(':issueId', issues.open)
      .replace(':approvalId', approval)
      .replace(':agentId', agents.ann);
