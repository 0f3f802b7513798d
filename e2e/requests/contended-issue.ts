/**
 * Contention on a few issues at a time: as a run progresses, it moves on to the next ones, so that
 * each issue has a short and busy history.
 */
export function contendedIssue(
  issueIds: readonly string[],
  { atOnce, progress, choice }: { atOnce: number; progress: number; choice: number },
): string {
  const windows = Math.floor(issueIds.length / atOnce);
  const window = Math.min(Math.floor(progress * windows), windows - 1);
  return issueIds[window * atOnce + (choice % atOnce)] ?? '';
}
