/** Where the runbook of an alert is: its file in the repository, and its published address. */
const published = 'https://muster.example.com/docs/runbooks';

/** `MusterOutboxStalled` → `outbox-stalled`. */
export const runbookOf = (alert: string): string =>
  alert
    .replace(/^Muster/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase();

export const runbookUrl = (alert: string): string => `${published}/${runbookOf(alert)}.md`;
