/** Which checkout of its own a coding agent works in. */
import { cutText, isCliAgent, type AdapterType, type JsonObject } from '@muster/contracts';
import { Worktree, WorktreeName, type CommitTerms } from '@muster/runner-protocol';
import type { z } from 'zod';

/** Of runs without an issue; no identifier has this form. */
const WITHOUT_ISSUE = 'general';
const NAMES_MAX = 100;

interface Configured {
  readonly adapterType: AdapterType;
  readonly adapterConfig: z.output<typeof JsonObject>;
}

export const worksInWorktree = ({ adapterType, adapterConfig }: Configured): boolean =>
  isCliAgent(adapterType) && adapterConfig['workspace'] === 'worktree';

export interface CheckoutFacts {
  /** Null for a run without an issue, and where the issues service is of the release before. */
  readonly title?: string | null | undefined;
  /** Null for a run without an issue. */
  readonly identifier: string | null;
  readonly repoRef: string | null;
  /** Where the agent names no folder; null where its issue has no repository. */
  readonly repoUrl?: string | null | undefined;
  readonly ended: readonly string[];
}

/** The branch names the issue and the agent, so that branches of two agents can meet anywhere. */
export function worktreeOf(
  { identifier, repoRef, ended }: CheckoutFacts,
  urlKey: string,
): Worktree {
  const name = identifier ?? WITHOUT_ISSUE;
  const owner = urlKey.replaceAll(/[^A-Za-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return Worktree.parse({
    name,
    branch: identifier === null ? `muster/${owner}` : `muster/${identifier}-${owner}`,
    ref: repoRef,
    ended: namesIn(ended),
  });
}

/** An address at which nothing is received: the domain is reserved for that. */
const ADDRESS_DOMAIN = 'agents.muster.invalid';
/** Longest subject of a commit, in characters. */
const SUBJECT_MAX = 200;

/** Git takes no author whose name is all of punctuation. */
export function commitTermsOf(
  { identifier, title }: CheckoutFacts,
  { name, urlKey }: { readonly name: string; readonly urlKey: string },
  { id: runId, agentId }: { readonly id: string; readonly agentId: string },
): Omit<CommitTerms, 'secrets'> {
  const author = [name, urlKey].map(lineOf).find((each) => /[\p{L}\p{N}]/u.test(each));
  const subject = lineOf(`${identifier ?? ''} ${title ?? ''}`);
  return {
    name: author ?? 'agent',
    email: `${agentId}@${ADDRESS_DOMAIN}`,
    subject: subject === '' ? 'Run without an issue' : cutText(subject, SUBJECT_MAX),
    runId,
  };
}

const lineOf = (text: string): string => text.replaceAll(/[\p{Cc}<>]+/gu, ' ').trim();

/** Identifiers that a runner would refuse are those of no checkout. */
export const namesIn = (identifiers: readonly string[]): string[] =>
  identifiers.filter((each) => WorktreeName.safeParse(each).success).slice(0, NAMES_MAX);
