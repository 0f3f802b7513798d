/** Where the page of an alert is: in the repository, and for whoever is woken by it. */
const published = 'https://muster.example.com/docs/runbooks';

/** `MusterOutboxStalled` → `outbox-stalled`. */
export const runbookOf = (alert: string): string =>
  alert.replace(/^Muster/, '').replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

export const runbookUrl = (alert: string): string => `${published}/${runbookOf(alert)}.md`;
