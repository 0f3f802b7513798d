/** Where the runbook of an alert is in the repository. Where its pages are published is up to an installation. */
export const RUNBOOKS = 'docs/runbooks/';

/** `MusterEventsNotApplied` → `events-not-applied`. */
export const runbookOf = (alert: string): string =>
  alert
    .replace(/^Muster/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase();

export const runbookPage = (alert: string): string => `${RUNBOOKS}${runbookOf(alert)}.md`;
