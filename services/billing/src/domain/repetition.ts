/** Compares a repeated report with the cost that was booked for its event id. */
import type { billing, CostEvent, Input, PriceStatus } from '@muster/contracts';
import { statusOfCents } from './price.ts';

type Report = Input<typeof billing, 'recordCost'>;

const compared = [
  'agentId',
  'costCents',
  'provider',
  'model',
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'issueId',
  'projectId',
  'goalId',
  'runId',
  'billingCode',
] as const;

/** The fields in which the report differs from the booked cost; absent fields do not differ. */
export function differences(report: Report, booked: CostEvent): string[] {
  const differing: string[] = compared.filter(
    (field) => report[field] !== undefined && report[field] !== booked[field],
  );
  const { occurredAt, costCents, priceStatus } = report;
  // Times are stored in milliseconds.
  const isOtherTime =
    occurredAt !== undefined && Date.parse(occurredAt) !== Date.parse(booked.occurredAt);
  // A report without cents has an unknown price; the booked cost must have had one, too.
  const isOtherPrice = costCents === undefined && booked.priceStatus !== 'unknown';
  if (isOtherPrice) differing.push('costCents');
  if (priceStatus !== undefined && statusAsBooked(report, priceStatus) !== booked.priceStatus) {
    differing.push('priceStatus');
  }
  if (isOtherTime) differing.push('occurredAt');
  return differing;
}

function statusAsBooked(report: Report, priceStatus: PriceStatus): PriceStatus {
  const { costCents, inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = report;
  if (costCents === undefined || priceStatus === 'unknown') return priceStatus;
  return statusOfCents(costCents, { inputTokens, outputTokens, cachedInputTokens }, priceStatus);
}
