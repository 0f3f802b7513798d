/** What the clients of a run have done, and what they were told. */
import type { Act, Answer as Claimed } from '../checkers/claim-register.ts';
import type { Operation } from '../checkers/linearizable.ts';
import type { Answer } from './ask.ts';

/** Something made under a mark that nothing else has. */
export type Made = {
  readonly kind: 'issue' | 'comment' | 'approval' | 'hire';
  readonly companyId: string;
  readonly client: string;
  readonly mark: string;
  /** Nothing: nobody knows what came of it. */
  readonly id: string | undefined;
};

/** A change of a field that only one client writes. */
export type Changed = {
  readonly issueId: string;
  readonly title: string;
  readonly isKnown: boolean;
};

export type Cost = {
  readonly companyId: string;
  readonly eventId: string;
  readonly agentId: string;
  readonly costCents: number;
  readonly answeredId: string | undefined;
};

export type Decided = { readonly approvalId: string; readonly status: string | undefined };

export type Claim = Operation<Act, Claimed> & { readonly issueId: string };

export type History = {
  readonly answers: Answer[];
  readonly made: Made[];
  readonly changed: Changed[];
  readonly decided: Decided[];
  readonly costs: Cost[];
  readonly claims: Claim[];
  /** Answers that no rule of the interface explains. */
  readonly odd: string[];
};

export const newHistory = (): History =>
  ({ answers: [], made: [], changed: [], decided: [], costs: [], claims: [], odd: [] });

/** Requests before anything is struck. */
const CALM = 96;

export type Figures = {
  /** The median of the calm: what the machine has left for us. */
  readonly calmMs: number;
  readonly requests: number;
  readonly failed: number;
  readonly dropped: number;
  readonly unknown: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
};

export function figuresOf({ answers }: History): Figures {
  const took = answers.map(({ calledAt, answeredAt }) => answeredAt - calledAt);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number, of = sorted) =>
    Math.round(of[Math.floor(share * (of.length - 1))] ?? 0);
  return {
    calmMs: at(0.5, took.slice(0, CALM).toSorted((a, b) => a - b)),
    requests: answers.length,
    failed: answers.filter(({ failures, status }) => failures.length > 0 || !status).length,
    dropped: answers.filter(({ dropped }) => dropped > 0).length,
    unknown: answers.filter(({ status }) => status === undefined).length,
    p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1),
  };
}
