/** The logs of which events wait in this process, and what is known of each. */
import type { CompanyEvents } from './apply-batch.ts';
import type { Delivery } from './delivery.ts';

/** Logs whose last number is remembered; of any other, the first event is never early. */
const REMEMBERED_MAX = 10_000;

export interface Company {
  readonly producer: string;
  readonly companyId: string;
  /** In the order of their numbers. */
  readonly waiting: Delivery[];
  /** Some of its events are being applied. */
  isTaken: boolean;
  /** An effect is more than a copy, or a request waits. */
  isUrgent: boolean;
  /** The last number that was applied here; undefined before the first. */
  last: number | undefined;
  /** Since when the next event waits for an earlier one. */
  earlySince: number | undefined;
}

/** Events that have left their company to be applied. */
export interface Taken {
  readonly company: Company;
  readonly log: CompanyEvents;
}

export type Companies = ReturnType<typeof openCompanies>;

export function openCompanies() {
  const companies = new Map<string, Company>();
  let held = 0;
  const keyOf = (producer: string, companyId: string): string => `${producer} ${companyId}`;
  const release = (events: number): void => void (held -= events);
  return {
    /** Events that wait or are being applied. */
    count: (): number => held,
    find: (producer: string, companyId: string): Company | undefined =>
      companies.get(keyOf(producer, companyId)),
    /** The company, as the one that was heard of last. */
    of(producer: string, companyId: string): Company {
      const key = keyOf(producer, companyId);
      const company = companies.get(key) ?? openCompany(producer, companyId);
      companies.delete(key);
      companies.set(key, company);
      const [oldest] = companies;
      if (companies.size > REMEMBERED_MAX && oldest && isIdle(oldest[1]))
        companies.delete(oldest[0]);
      return company;
    },
    *waiting(): Generator<Company> {
      for (const company of companies.values()) {
        if (company.waiting.length > 0 && !company.isTaken) yield company;
      }
    },
    some: (is: (company: Company) => boolean): boolean =>
      [...companies.values()].some((company) => !isIdle(company) && is(company)),
    add(company: Company, deliveries: readonly Delivery[]): void {
      const before = company.waiting.length;
      insert(company, deliveries);
      held += company.waiting.length - before;
      company.isUrgent ||= deliveries.some(({ effects }) => effects.some(({ isCopy }) => !isCopy));
      noteEarly(company);
    },
    applied(company: Company, deliveries: CompanyEvents['deliveries']): void {
      release(deliveries.length);
      company.last = Math.max(company.last ?? 0, deliveries.at(-1)?.seq ?? 0);
      noteEarly(company);
    },
    release,
    drop(company: Company): void {
      release(company.waiting.length);
      company.waiting.length = 0;
      company.isUrgent = false;
      company.last = undefined;
      company.earlySince = undefined;
    },
  };
}

const openCompany = (producer: string, companyId: string): Company => ({
  producer,
  companyId,
  waiting: [],
  isTaken: false,
  isUrgent: false,
  last: undefined,
  earlySince: undefined,
});

const isIdle = ({ waiting, isTaken }: Company): boolean => waiting.length === 0 && !isTaken;

export const isIn =
  (partition: number, partitionOf: (companyId: string) => number) =>
  ({ companyId }: Company): boolean =>
    partitionOf(companyId) === partition;

/** Most come in order; one that is there already is left out. */
function insert({ waiting }: Company, deliveries: readonly Delivery[]): void {
  for (const delivery of deliveries) {
    const before = waiting.findLastIndex(({ seq }) => seq <= delivery.seq);
    if (waiting[before]?.seq !== delivery.seq) waiting.splice(before + 1, 0, delivery);
  }
}

function noteEarly(company: Company): void {
  const [next] = company.waiting;
  const isEarly = next !== undefined && company.last !== undefined && next.seq > company.last + 1;
  company.earlySince = isEarly ? (company.earlySince ?? performance.now()) : undefined;
}

/** Its next events without a gap between them, so many at most. */
export function takeNext(company: Company, max: number): Taken | undefined {
  const { producer, companyId, waiting } = company;
  const [first] = waiting;
  if (!first) return undefined;
  const gapAt = waiting.findIndex(({ seq }, index) => seq !== first.seq + index);
  const count = Math.min(gapAt === -1 ? waiting.length : gapAt, max);
  const [, ...rest] = waiting.splice(0, count);
  company.isTaken = true;
  company.isUrgent = false;
  company.earlySince = undefined;
  return { company, log: { producer, companyId, deliveries: [first, ...rest] } };
}
