import { describe, expect, it } from 'vitest';
import type { Delivery } from './delivery.ts';
import { openCompanies, takeNext } from './received-companies.ts';

const delivery = (seq: number): Delivery => ({
  producer: 'agents',
  companyId: 'a',
  seq,
  event: undefined,
  effects: [],
});

const open = (...seqs: number[]) => {
  const companies = openCompanies();
  const company = companies.of('agents', 'a');
  companies.add(company, seqs.map(delivery));
  return { companies, company };
};

const taken = (company: Parameters<typeof takeNext>[0], max = 10) =>
  takeNext(company, max)?.log.deliveries.map(({ seq }) => seq);

describe('the received events of a company', () => {
  it('are taken in the order of their numbers, however they arrive', () => {
    expect(taken(open(2, 1, 3).company)).toEqual([1, 2, 3]);
  });

  it('are taken up to a gap, and so many at most', () => {
    const { company } = open(1, 2, 4);
    expect(taken(company, 1)).toEqual([1]);
    expect(taken(company)).toEqual([2]);
    expect(taken(company)).toEqual([4]);
    expect(taken(company)).toBeUndefined();
  });

  it('are held once, however often they arrive', () => {
    const { companies, company } = open(1, 2);
    companies.add(company, [delivery(2), delivery(1)]);
    expect(companies.count()).toBe(2);
    expect(taken(company)).toEqual([1, 2]);
  });

  it('wait for an earlier one if the last number is known, and no longer once it is there', () => {
    const { companies, company } = open(1);
    const first = takeNext(company, 10);
    companies.applied(company, first?.log.deliveries ?? [delivery(1)]);
    companies.add(company, [delivery(3)]);
    expect(company.earlySince).toBeDefined();
    companies.add(company, [delivery(2)]);
    expect(company.earlySince).toBeUndefined();
  });

  it('are forgotten when they are dropped, with their last number', () => {
    const { companies, company } = open(1, 2);
    companies.drop(company);
    expect(companies.count()).toBe(0);
    expect([...companies.waiting()]).toEqual([]);
    companies.add(company, [delivery(7)]);
    expect(company.earlySince).toBeUndefined();
  });

  it('are not waiting while some of them are being applied', () => {
    const { companies, company } = open(1, 2);
    takeNext(company, 1);
    expect([...companies.waiting()]).toEqual([]);
    expect(companies.some(() => true)).toBe(true);
  });
});
