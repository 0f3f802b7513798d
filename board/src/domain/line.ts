/** Decisions of the live line: what a browser follows, and when it tries again. */

export const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Companies of one stream of the API. */
export const FOLLOWED_MAX = 25;

export const nextPauseMs = (pauseMs: number): number => Math.min(pauseMs * 2, RETRY_MAX_MS);

/** The companies on the screens of all tabs first, then the others of the reader; sorted, to be compared. */
export const followedOf = (shown: readonly string[], all: readonly string[]): readonly string[] =>
  [...new Set([...shown, ...all])].slice(0, FOLLOWED_MAX).toSorted();

/** What tabs show, the latest first; more of them than are followed are forgotten. */
export const withShown = (shown: readonly string[], companyId: string): readonly string[] =>
  [companyId, ...shown.filter((each) => each !== companyId)].slice(0, FOLLOWED_MAX);
