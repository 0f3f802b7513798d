/** What will be reported, made from one number: the same companies and costs for the same seed. */
import fc from 'fast-check';

/** On both sides of the date line; with half hours, and with and without summer time. */
const ZONES = [
  'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/New_York',
  'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kolkata', 'Africa/Lagos',
];
const COMPANIES = 8;
export const AGENTS = 50;
/** From tiny to none; in turn, so that every company has some of each. */
const AGENT_LIMITS = [0, 100, 1_000, 4_000, 12_000, 60_000, 25];
/** The first agent of each of so many companies is a process that spends by itself alone. */
const BURNERS = 4;
export const BURNER_LIMIT = 150;
const COMPANY_LIMITS = [0, 60_000, 0, 30_000, 0, 0, 100_000, 0];
/** No month may turn while the test runs. */
const MARGIN_MS = 3_600_000;
const DAY_MS = 86_400_000;

export type AgentPlan = {
  readonly company: number;
  readonly limitCents: number;
  readonly burns: boolean;
  /** Paused by the board before anything is spent. */
  readonly isHeld: boolean;
};

export type ReportPlan = {
  readonly agent: number;
  readonly costCents: number;
  /** Milliseconds from now; 0 where the report leaves it to the service. */
  readonly lateMs: number;
  readonly work: number;
  readonly model: number;
  readonly tokens: number;
  readonly fate: 'once' | 'twins' | 'again' | 'unheard';
  readonly byAgent: boolean;
};

export type Plan = {
  readonly zones: readonly string[];
  readonly limits: readonly number[];
  readonly agents: readonly AgentPlan[];
  readonly reports: readonly ReportPlan[];
};

const price = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 9 }), weight: 6 },
  { arbitrary: fc.integer({ min: 10, max: 60 }), weight: 3 },
  { arbitrary: fc.integer({ min: 61, max: 900 }), weight: 1 },
);
/** Most are of now; some are days or months late, a few are ahead. */
const late = fc.oneof(
  { arbitrary: fc.constant(0), weight: 17 },
  { arbitrary: fc.integer({ min: -70 * DAY_MS, max: -1 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: DAY_MS / 2 }), weight: 1 },
);
const fate: fc.Arbitrary<ReportPlan['fate']> = fc.oneof(
  { arbitrary: fc.constant('once' as const), weight: 85 },
  { arbitrary: fc.constant('twins' as const), weight: 8 },
  { arbitrary: fc.constant('again' as const), weight: 5 },
  { arbitrary: fc.constant('unheard' as const), weight: 2 },
);
const report: fc.Arbitrary<ReportPlan> = fc.record({
  agent: fc.integer({ min: BURNERS, max: AGENTS - 1 }), costCents: price, lateMs: late,
  work: fc.nat({ max: 7 }), model: fc.nat({ max: 4 }), tokens: fc.nat({ max: 5_000 }),
  fate, byAgent: fc.boolean(),
});

export function planOf(seed: number, count: number, now: number): Plan {
  const zones = ZONES.filter((zone) => monthIn(zone, now) === monthIn(zone, now + MARGIN_MS));
  return {
    zones: Array.from({ length: COMPANIES }, (_, index) => zones[index % zones.length] ?? 'UTC'),
    limits: COMPANY_LIMITS,
    agents: Array.from({ length: AGENTS }, (_, index) => {
      const company = index % COMPANIES;
      const burns = index < BURNERS;
      const limitCents = burns ? BURNER_LIMIT : AGENT_LIMITS[index % AGENT_LIMITS.length] ?? 0;
      return { company, burns, limitCents, isHeld: index % 13 === 12 };
    }),
    reports: fc.sample(report, { seed, numRuns: count }),
  };
}

const monthIn = (timeZone: string, at: number): string =>
  new Date(at).toLocaleDateString('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
