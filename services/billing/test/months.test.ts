import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRecentDifferences } from '../src/background/audit-books.ts';
import { billingService } from '../src/service.ts';
import { saveZone } from '../src/store/companies.ts';
import { findMonth } from '../src/store/months.ts';
import { aCost, type BillingStage, changeCompany, monthsOf, typesOf, eventsOf } from './books.ts';

/** Zones on both sides of the date line, with half hours, and with and without summer time. */
const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Lagos',
  'America/Sao_Paulo',
  'Pacific/Apia',
];

let stage: BillingStage;
const board = boardActor();
beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());

/** The month in a time zone, by another implementation than the database's. */
function calendarMonth(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}-${part('month')}`;
}

describe('the month of a cost', () => {
  it.each(ZONES)('is the calendar month of the company in %s, to the second', async (timeZone) => {
    const { companyId } = await stage.given.company({ timeZone });
    const { agentId } = await stage.given.agent(companyId);
    const midnight = Date.parse('2026-11-01T00:00:00Z');
    // Around every quarter of an hour at which some zone may begin November.
    const moments = Array.from({ length: 109 }, (_, quarter) => midnight + (quarter - 58) * 900_000)
      .flatMap((at) => [at - 10_000, at + 10_000])
      .map((at) => ({ at: new Date(at).toISOString(), month: calendarMonth(at, timeZone) }));
    const months = moments.map(({ at }) => findMonth(stage.db, companyId, at));
    expect(await Promise.all(months)).toEqual(moments.map(({ month }) => month));
    const turn = moments.findIndex(({ month }) => month === '2026-11');
    const costs = moments
      .slice(turn - 2, turn + 2)
      .map(({ at }) =>
        stage.as(board).recordCost({ ...aCost(companyId, agentId, 1), occurredAt: at }),
      );
    expect((await Promise.all(costs)).map(({ month }) => month)).toEqual([
      '2026-10',
      '2026-10',
      '2026-11',
      '2026-11',
    ]);
    expect(await monthsOf(stage, agentId)).toMatchObject([
      { month: '2026-10', spentCents: 2 },
      { month: '2026-11', spentCents: 2 },
    ]);
  });

  it('is the month of the cut-off millisecond, however precise the report', async () => {
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId);
    const report = {
      ...aCost(companyId, agentId, 7),
      eventId: 'fine',
      occurredAt: '2026-10-31T23:59:59.9996Z',
    };
    const cost = await stage.as(board).recordCost(report);
    expect(cost).toMatchObject({ month: '2026-10', occurredAt: '2026-10-31T23:59:59.999Z' });
    expect(await stage.as(board).recordCost(report)).toEqual(cost);
    expect(
      await listRecentDifferences(stage.service.runtime, companyId, '2026-11-15T00:00:00.000Z'),
    ).toEqual([]);
  });

  it('is the past month for a late cost, which exhausts nothing now', async () => {
    const { companyId } = await stage.given.company();
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const late = await stage.as(board).recordCost({
      ...aCost(companyId, agentId, 500),
      occurredAt: '2026-01-31T23:59:59.999Z',
    });
    expect(late).toMatchObject({
      month: '2026-01',
      budget: { limitCents: 100, spentCents: 0, stop: false },
    });
    expect(typesOf(await eventsOf(stage, agentId))).toEqual([]);
    const [cost] = await eventsOf(stage, late.id);
    expect(cost?.payload).toMatchObject({ month: '2026-01', agentSpentCents: 500 });
  });

  it('follows a change of zone from the next month on, and never goes back', async () => {
    const company = await stage.given.company({ timeZone: 'Pacific/Kiritimati' });
    const { companyId } = company;
    const monthOf = (at: string) => findMonth(stage.db, companyId, at);
    await saveZone(stage.db, companyId, 'Pacific/Pago_Pago', '2026-10-15T00:00:00Z');
    expect(await monthOf('2026-10-31T09:59:59Z')).toBe('2026-10');
    // November has begun in the old zone, and not yet in the new one.
    expect(await monthOf('2026-10-31T10:00:00Z')).toBe('2026-11');
    expect(await monthOf('2026-12-01T10:59:59Z')).toBe('2026-11');
    expect(await monthOf('2026-12-01T11:00:00Z')).toBe('2026-12');
    await saveZone(stage.db, companyId, 'Pacific/Kiritimati', '2026-10-16T00:00:00Z');
    expect(await monthOf('2026-11-30T10:00:00Z')).toBe('2026-12');
  });

  it('stays the same if a company event repeats without a change', async () => {
    const company = await stage.given.company({ timeZone: 'Asia/Kolkata' });
    await changeCompany(stage, company, { name: 'Renamed' });
    const zones = await stage.db.run({
      text: 'select time_zone from company_zones where company_id = $1',
      values: [company.companyId],
    });
    expect(zones).toEqual([{ timeZone: 'Asia/Kolkata' }]);
  });
});
