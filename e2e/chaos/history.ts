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

/** What came of a request, without what it said: a night has hundreds of thousands. */
export type Told = Omit<Answer, 'body'>;

export type History = {
  readonly answers: Told[];
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

export type Figures = {
  readonly requests: number;
  readonly failed: number;
  readonly dropped: number;
  readonly unknown: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
};

export const tookMs = ({ calledAt, answeredAt }: Told): number => answeredAt - calledAt;

export const isFailed = ({ failures, status }: Told): boolean =>
  failures.length > 0 || status === undefined;

export function figuresOf(answers: readonly Told[]): Figures {
  const sorted = answers.map(tookMs).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return {
    requests: answers.length,
    failed: answers.filter(isFailed).length,
    dropped: answers.filter(({ dropped }) => dropped > 0).length,
    unknown: answers.filter(({ status }) => status === undefined).length,
    p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1),
  };
}
