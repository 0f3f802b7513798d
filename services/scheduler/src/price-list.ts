/** The prices of models: those that are shipped, or those in a file of the operator. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PriceTable } from './domain/prices/price-table.ts';

const SHIPPED = fileURLToPath(new URL('../prices.json', import.meta.url));

/** A file that is missing or wrong ends the start: its agents would be charged at other prices. */
export const PriceFile = z.string().transform((path, context): PriceTable => {
  const faults = new Set<string>();
  try {
    const parsed = PriceTable.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      faults.add(`${issue.path.join('.')}: ${issue.message}`);
  } catch (error) {
    faults.add(error instanceof Error ? error.message : String(error));
  }
  for (const fault of faults) context.addIssue(fault);
  return z.NEVER;
});

export const shippedPrices = (): PriceTable => PriceFile.parse(SHIPPED);
