/** What the clients of a run have sent, and what they observed. */
import type { Act, Answer as ClaimAnswer } from '../checkers/claim-register.ts';
import type { Operation } from '../checkers/linearizable.ts';
import type { RetriedAnswer } from '../world/retrying-client.ts';

/** Something created with a mark that nothing else has. */
export interface Creation {
  readonly kind: 'issue' | 'comment' | 'approval' | 'hire';
  readonly companyId: string;
  readonly client: string;
  readonly mark: string;
  /** Undefined: the outcome is unknown. */
  readonly id: string | undefined;
}

/** A change of a field that only one client writes. */
export interface TitleChange {
  readonly issueId: string;
  readonly title: string;
  /** Whether the change was acknowledged; otherwise its outcome is unknown. */
  readonly isKnown: boolean;
}

export interface Cost {
  readonly companyId: string;
  readonly eventId: string;
  readonly agentId: string;
  readonly costCents: number;
  readonly answeredId: string | undefined;
}

export interface Decision {
  readonly approvalId: string;
  readonly status: string | undefined;
}

export type Claim = Operation<Act, ClaimAnswer> & { readonly issueId: string };

/** How a request went, without the body of the answer: a night has hundreds of thousands. */
export type ObservedAnswer = Omit<RetriedAnswer, 'body'>;

export interface History {
  readonly answers: ObservedAnswer[];
  readonly creations: Creation[];
  readonly titleChanges: TitleChange[];
  readonly decisions: Decision[];
  readonly costs: Cost[];
  readonly claims: Claim[];
  /** Answers that no rule of the interface explains. */
  readonly unexplained: string[];
}

export const newHistory = (): History => ({
  answers: [],
  creations: [],
  titleChanges: [],
  decisions: [],
  costs: [],
  claims: [],
  unexplained: [],
});

export interface Figures {
  readonly requests: number;
  readonly failed: number;
  readonly dropped: number;
  readonly unknown: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

export const tookMs = ({ calledAt, answeredAt }: ObservedAnswer): number => answeredAt - calledAt;

export const isFailed = ({ failures, status }: ObservedAnswer): boolean =>
  failures.length > 0 || status === undefined;

export function figuresOf(answers: readonly ObservedAnswer[]): Figures {
  const sorted = answers.map(tookMs).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return {
    requests: answers.length,
    failed: answers.filter(isFailed).length,
    dropped: answers.filter(({ dropped }) => dropped.length > 0).length,
    unknown: answers.filter(({ status }) => status === undefined).length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
  };
}
