/** What the policy of reviews wants to stand on an issue that is handed over. */
import { Refusal } from '@muster/contracts';
import type { ReviewRule } from './review-rule.ts';

/** The same as a regular expression of Postgres. */
export const LINK_PATTERN = 'https?://[^\\s/]';
const link = new RegExp(LINK_PATTERN, 'i');

/** Whether one of the texts has the address of something. */
export const hasLink = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text !== null && text !== undefined && link.test(text));

export const evidenceMissing = ({ evidence }: ReviewRule): Refusal =>
  new Refusal('evidence_missing', { evidence, field: 'status' });
