/** Which checkout of its own a coding agent works in. */
import { isCliAgent, type AdapterType, type JsonObject } from '@muster/contracts';
import { Worktree, WorktreeName } from '@muster/runner-protocol';
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
  /** Null for a run without an issue. */
  readonly identifier: string | null;
  readonly repoRef: string | null;
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

/** Identifiers that a runner would refuse are those of no checkout. */
export const namesIn = (identifiers: readonly string[]): string[] =>
  identifiers.filter((each) => WorktreeName.safeParse(each).success).slice(0, NAMES_MAX);
