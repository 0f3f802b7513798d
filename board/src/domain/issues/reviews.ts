/** Policies of reviews as one choice of a list, and in words. */
import type { IssueReview, ReviewEvidence, ReviewPolicy } from '@muster/contracts';

/** What an issue, a project or a company says; null: it inherits. */
export interface ReviewRule {
  readonly reviewPolicy: ReviewPolicy | null;
  readonly reviewerAgentId: string | null;
  readonly reviewerUserId: string | null;
}

interface Stored {
  readonly reviewPolicy?: ReviewPolicy | null | undefined;
  readonly reviewerAgentId?: string | null | undefined;
  readonly reviewerUserId?: string | null | undefined;
}

/** The choice of an issue or a project that has no policy of its own. */
export const INHERITED = 'inherited';

/** `agent:` or `user:` with the id names one. */
export const choiceOf = ({ reviewPolicy, reviewerAgentId, reviewerUserId }: Stored): string => {
  if (reviewPolicy !== 'named') return reviewPolicy ?? INHERITED;
  return reviewerAgentId ? `agent:${reviewerAgentId}` : `user:${reviewerUserId ?? ''}`;
};

export function ruleOfChoice(choice: string): ReviewRule {
  const [kind, id = null] = choice.split(':');
  if (kind === 'agent') {
    return { reviewPolicy: 'named', reviewerAgentId: id, reviewerUserId: null };
  }
  if (kind === 'user') {
    return { reviewPolicy: 'named', reviewerAgentId: null, reviewerUserId: id };
  }
  const reviewPolicy = choice === INHERITED ? null : (choice as ReviewPolicy);
  return { reviewPolicy, reviewerAgentId: null, reviewerUserId: null };
}

export const policyWords: Readonly<Record<Exclude<ReviewPolicy, 'named'>, string>> = {
  anyone: 'Anyone',
  not_author: 'Anyone except its author',
  person: 'A person',
};

export const evidenceWords: Readonly<Record<ReviewEvidence, string>> = {
  none: 'Nothing',
  link: 'A link to the result',
  document: 'A document of the issue',
  file: 'A file of the issue',
};

export const evidenceOptions = [
  ['none', evidenceWords.none],
  ['link', evidenceWords.link],
  ['document', evidenceWords.document],
  ['file', evidenceWords.file],
] as const;

/** `name`: of whom the policy names. */
export const whoReviews = ({ policy }: Pick<IssueReview, 'policy'>, name?: string): string =>
  policy === 'named' ? (name ?? 'an unknown reviewer') : policyWords[policy];

export const roundsOf = ({
  rounds,
  maxRounds,
}: Pick<IssueReview, 'rounds' | 'maxRounds'>): string =>
  rounds > maxRounds
    ? `Round ${rounds}, after ${maxRounds} with agents: the board decides.`
    : `Round ${rounds} of ${maxRounds}.`;
