/**
 * A company changes its time zone two hours before a month ends, and what agents and billing say of
 * months is compared before that end, after it, and at the end of the first month of the new zone.
 * The services run on shifted clocks, and start again on the next one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { agents, billing } from '@muster/contracts';
import { SERVICES } from '@muster/local/stack';
import { until } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { killService } from '../faults/faults.ts';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { calendarOf } from '../checkers/money.ts';

const HOUR_MS = 3_600_000;
/** East of UTC a month begins earlier, west of it later, so each has another wrong answer. */
const ZONES = ['Pacific/Kiritimati', 'America/New_York'];

const folder = mkdtempSync(join(tmpdir(), 'muster-clock-'));
const clockFile = pathToFileURL(join(folder, 'shift-ms'));
const setClock = (moment: number): void => writeFileSync(clockFile, `${moment - Date.now()}`);
afterAll(() => rmSync(folder, { recursive: true }));

const monthOfUtc = calendarOf('UTC');
const today = new Date();
const monthEnd = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
const [month, next] = [monthEnd - 1, monthEnd].map((at) => monthOfUtc(new Date(at).toISOString()));
setClock(monthEnd - 2 * HOUR_MS);

const preload = new URL('../world/shifted-clock.ts', import.meta.url);
preload.search = encodeURIComponent(clockFile.href);
const world = useWorld({ nodeFlags: [`--import=${preload.href}`] });

async function restartAt(moment: number): Promise<void> {
  setClock(moment);
  for (const service of SERVICES) await killService(service).strike(world());
  await world().stack.whenReady();
}

interface Company {
  readonly companyId: string;
  readonly agentId: string;
  readonly timeZone: string;
  /** Cents by month, as billing has answered. */
  readonly booked: Map<string, number>;
}

/** Books a cost at a moment; the month is what billing answers. */
async function book({ companyId, agentId, booked }: Company, at: number, costCents: number) {
  const cost = await world().board.call(billing, 'recordCost', {
    companyId,
    agentId,
    costCents,
    provider: 'test',
    model: 'test',
    occurredAt: new Date(at).toISOString(),
  });
  booked.set(cost.month, (booked.get(cost.month) ?? 0) + costCents);
  return cost.month;
}

/** The sums of the current month and its end, as agents says them. */
async function current({ companyId, agentId }: Company) {
  const { board } = world();
  const company = await board.call(agents, 'getCompany', { companyId });
  const { budget } = await board.call(agents, 'getAgent', { agentId });
  expect(budget.spentCents).toBe(company.spentMonthlyCents);
  return { spentCents: budget.spentCents, endsAt: Date.parse(budget.resetsAt) };
}

/** The current month, once agents and billing say the same sum of it. */
async function agree(company: Company, cents: number) {
  const { companyId } = company;
  return until(`${cents} cents in both services`, async () => {
    const { spentCents, endsAt } = await current(company);
    const summary = await world().board.call(billing, 'getCostSummary', { companyId });
    const agreed = spentCents === cents && summary.spentMonthlyCents === cents;
    return agreed ? { endsAt, month: summary.month } : undefined;
  });
}

async function aCompany(timeZone: string): Promise<Company> {
  const { board } = world();
  const { id: companyId } = await createCompany(board, { timeZone: 'UTC' });
  const { id: agentId } = await addAgent(board, companyId);
  return { companyId, agentId, timeZone, booked: new Map() };
}

const changeZone = ({ companyId, timeZone }: Company) =>
  world().board.call(agents, 'updateCompany', { companyId, timeZone });

describe('a changed time zone counts from the same moment in agents and billing', () => {
  it('east and west, and where billing hears of it after the moment', async () => {
    const { board, stack } = world();
    const informed = await Promise.all(ZONES.map(aCompany));
    const late = await Promise.all(ZONES.map(aCompany));
    const companies = [...informed, ...late];
    for (const company of companies) await book(company, monthEnd - 3 * HOUR_MS, 1);
    for (const company of informed) await changeZone(company);
    for (const company of informed) {
      expect(await book(company, monthEnd - 1, 2)).toBe(month);
      expect(await book(company, monthEnd, 4)).toBe(next);
      expect(await agree(company, 3)).toEqual({ endsAt: monthEnd, month });
    }
    stack.pause('billing');
    for (const company of late) await changeZone(company);
    for (const company of late)
      expect(await current(company)).toEqual({ spentCents: 1, endsAt: monthEnd });

    await restartAt(monthEnd + HOUR_MS);
    for (const company of late) {
      expect(await book(company, monthEnd - 1, 2)).toBe(month);
      expect(await book(company, monthEnd, 4)).toBe(next);
    }
    const ends = [];
    for (const company of companies) {
      const { endsAt, month: ofBilling } = await agree(company, 4);
      expect(ofBilling).toBe(next);
      const inZone = calendarOf(company.timeZone);
      expect([endsAt - 1, endsAt].map((at) => inZone(new Date(at).toISOString()))).toEqual([
        next,
        expect.not.stringMatching(next ?? ''),
      ]);
      ends.push(endsAt);
    }

    await restartAt(Math.max(...ends) + HOUR_MS);
    for (const [index, company] of companies.entries()) {
      const endsAt = ends[index] ?? 0;
      expect(await book(company, endsAt - 1, 8)).toBe(next);
      expect(await book(company, endsAt, 16)).not.toBe(next);
      expect(Object.values(Object.fromEntries(company.booked))).toEqual([3, 12, 16]);
      await agree(company, 16);
      // Billing's sums by day are in the same months as its costs.
      const from = new Date(monthEnd - 24 * HOUR_MS).toISOString();
      const window = { companyId: company.companyId, from };
      const days = await board.call(billing, 'listCostsByDay', window);
      const ofMonth = (name = '') =>
        days.filter(({ day }) => day.startsWith(name)).reduce((sum, one) => sum + one.costCents, 0);
      expect([...company.booked.keys()].map(ofMonth)).toEqual([3, 12, 16]);
    }
  });
});
