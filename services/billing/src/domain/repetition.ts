/** Whether a report that comes under a known id is the report that it was. */
import type { billing, CostEvent, Input } from '@muster/contracts';

type Report = Input<typeof billing, 'recordCost'>;

const compared = [
  'agentId', 'costCents', 'priceStatus', 'provider', 'model', 'inputTokens', 'outputTokens',
  'cachedInputTokens', 'issueId', 'projectId', 'goalId', 'runId', 'billingCode',
] as const;

/** The fields that it names and that are not what was booked; what it leaves out is no claim. */
export function differences(report: Report, booked: CostEvent): string[] {
  const differing: string[] = compared.filter(
    (field) => report[field] !== undefined && report[field] !== booked[field],
  );
  const { occurredAt, costCents } = report;
  // What is finer than a millisecond is not kept.
  const isOtherTime = occurredAt !== undefined &&
    Date.parse(occurredAt) !== Date.parse(booked.occurredAt);
  // Without cents it is a report of tokens, which a price that was known is not.
  const isOtherPrice = costCents === undefined && booked.priceStatus !== 'unknown';
  if (isOtherPrice) differing.push('costCents');
  if (isOtherTime) differing.push('occurredAt');
  return differing;
}
