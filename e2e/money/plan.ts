/** The companies, agents and reports of a run, made from one number: the same seed gives the same plan. */
import fc from 'fast-check';

/** On both sides of the date line, with half-hour offsets, with and without daylight saving. */
const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kolkata',
  'Africa/Lagos',
];
const COMPANIES = 8;
export const AGENTS = 50;
/** From tiny to unlimited (0), in turn, so that every company has some of each. */
const AGENT_LIMITS = [0, 100, 1_000, 4_000, 12_000, 60_000, 25];
/** The first agent of each of the first companies is a process, and spends only by its own runs. */
const BURNERS = 4;
export const BURNER_LIMIT = 150;
const COMPANY_LIMITS = [0, 60_000, 0, 30_000, 0, 0, 100_000, 0];
/** No month may end while the test runs. */
const MARGIN_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface AgentPlan {
  readonly company: number;
  readonly limitCents: number;
  readonly burns: boolean;
  /** Paused by the board before anything is spent. */
  readonly isPausedByBoard: boolean;
}

export interface ReportPlan {
  readonly agent: number;
  readonly costCents: number;
  /** Milliseconds from now; 0 if the report leaves the time to the service. */
  readonly lateMs: number;
  readonly target: number;
  readonly model: number;
  readonly tokens: number;
  /** Sent once, twice at the same time, again after its answer, or without waiting for one. */
  readonly delivery: 'once' | 'concurrent' | 'repeated' | 'disconnected';
  readonly byAgent: boolean;
  /** Whether the board voids it, if neither its agent nor its company has a limit. */
  readonly isVoided: boolean;
}

export interface Plan {
  readonly zones: readonly string[];
  readonly limits: readonly number[];
  readonly agents: readonly AgentPlan[];
  readonly reports: readonly ReportPlan[];
}

const price = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 9 }), weight: 6 },
  { arbitrary: fc.integer({ min: 10, max: 60 }), weight: 3 },
  { arbitrary: fc.integer({ min: 61, max: 900 }), weight: 1 },
);
/** Most are current; some are days or months late, a few are in the future. */
const late = fc.oneof(
  { arbitrary: fc.constant(0), weight: 17 },
  { arbitrary: fc.integer({ min: -70 * DAY_MS, max: -1 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: DAY_MS / 2 }), weight: 1 },
);
const delivery: fc.Arbitrary<ReportPlan['delivery']> = fc.oneof(
  { arbitrary: fc.constant('once' as const), weight: 85 },
  { arbitrary: fc.constant('concurrent' as const), weight: 8 },
  { arbitrary: fc.constant('repeated' as const), weight: 5 },
  { arbitrary: fc.constant('disconnected' as const), weight: 2 },
);
const report: fc.Arbitrary<ReportPlan> = fc.record({
  agent: fc.integer({ min: BURNERS, max: AGENTS - 1 }),
  costCents: price,
  lateMs: late,
  target: fc.nat({ max: 7 }),
  model: fc.nat({ max: 4 }),
  tokens: fc.nat({ max: 5_000 }),
  delivery,
  byAgent: fc.boolean(),
  isVoided: fc.boolean(),
});

export function planOf(seed: number, count: number, now: number): Plan {
  const zones = ZONES.filter((zone) => monthIn(zone, now) === monthIn(zone, now + MARGIN_MS));
  return {
    zones: Array.from({ length: COMPANIES }, (_, index) => zones[index % zones.length] ?? 'UTC'),
    limits: COMPANY_LIMITS,
    agents: Array.from({ length: AGENTS }, (_, index) => {
      const company = index % COMPANIES;
      const burns = index < BURNERS;
      const limitCents = burns ? BURNER_LIMIT : (AGENT_LIMITS[index % AGENT_LIMITS.length] ?? 0);
      return { company, burns, limitCents, isPausedByBoard: index % 13 === 12 };
    }),
    reports: fc.sample(report, { seed, numRuns: count }),
  };
}

const monthIn = (timeZone: string, at: number): string =>
  new Date(at).toLocaleDateString('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
