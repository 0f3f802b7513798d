/**
 * Service level objectives over 30 days and the burn rates of their error budgets. An alert fires
 * when the budget would be used up long before the month is over. Each burn rate has two windows:
 * the long one shows that the errors matter, the short one that they still occur.
 */
import { composed, contracts, type Operation } from '@muster/contracts';

export interface Objective {
  /** Part of the names of its alerts. */
  readonly name: string;
  /** Part of the titles of its panels. */
  readonly title: string;
  /** Part of the names of its recorded ratios. */
  readonly series: string;
  /** Share of good requests over 30 days. */
  readonly objective: number;
  readonly promise: string;
  readonly bad: (range: string) => string;
  readonly total: (range: string) => string;
}

/** Streams and long polls last as long as their readers want, so their latency is left out. */
const live = [...contracts.map(({ operations }) => operations), composed].flatMap((operations) =>
  Object.entries<Operation>(operations).flatMap(([name, operation]) =>
    'live' in operation ? [name] : [],
  ),
);
const brisk = `operation!~"${live.join('|')}"`;

const requests = 'muster_http_request_duration_seconds';

export const objectives: readonly Objective[] = [
  {
    name: 'ApiAvailability',
    title: 'API availability',
    series: 'api_availability',
    objective: 0.999,
    promise: '99.9 % of HTTP requests are answered without a 5xx',
    bad: (range) => `sum(rate(muster_http_answers_total{kind=~"unavailable|fault"}[${range}]))`,
    total: (range) => `sum(rate(muster_http_answers_total[${range}]))`,
  },
  {
    name: 'ApiLatency',
    title: 'API latency',
    series: 'api_latency',
    objective: 0.99,
    promise: '99 % of HTTP requests are answered within a second',
    bad: (range) =>
      `sum(rate(${requests}_count{${brisk}}[${range}])) - ` +
      `sum(rate(${requests}_bucket{${brisk},le="1"}[${range}]))`,
    total: (range) => `sum(rate(${requests}_count{${brisk}}[${range}]))`,
  },
];

/** Windows over which the share of bad requests is recorded. */
const ranges = ['5m', '30m', '1h', '6h', '3d'] as const;

export const ratioName = ({ series }: Objective, range: (typeof ranges)[number]): string =>
  `muster:${series}:error_ratio_rate${range}`;

/** No sample without requests: then no request failed. */
const ratioOf = ({ bad, total }: Objective, range: string): string =>
  `(${bad(range)}) / (${total(range)} > 0)`;

export const recordedRatios = objectives.flatMap((objective) =>
  ranges.map((range) => ({
    record: ratioName(objective, range),
    expr: ratioOf(objective, range),
  })),
);

/**
 * Requests of the long window below which nothing fires: of three requests in a night, one that fails is a
 * third.
 */
const REQUESTS_MIN = 100;
const secondsOf: Readonly<Record<(typeof ranges)[number], number>> = {
  '5m': 300,
  '30m': 1_800,
  '1h': 3_600,
  '6h': 21_600,
  '3d': 259_200,
};

interface Burn {
  /** Multiple of the rate that uses up the budget in exactly 30 days. */
  readonly times: number;
  readonly long: (typeof ranges)[number];
  readonly short: (typeof ranges)[number];
}

/** 2 % of a month's budget within an hour, or 5 % within six: calls the person on duty. */
const fast: readonly Burn[] = [
  { times: 14.4, long: '1h', short: '5m' },
  { times: 6, long: '6h', short: '30m' },
];
/** 10 % within three days: waits for working hours. */
const slow: readonly Burn[] = [{ times: 1, long: '3d', short: '6h' }];

export const burns = { fast, slow } as const;

export const burnExpression = (objective: Objective, which: readonly Burn[]): string =>
  which
    .map(({ times, long, short }) => {
      const limit = `${times} * ${(1 - objective.objective).toFixed(3)}`;
      return (
        `(${ratioName(objective, long)} > ${limit} and ` +
        `${ratioName(objective, short)} > ${limit} and ` +
        `${objective.total(long)} * ${secondsOf[long]} > ${REQUESTS_MIN})`
      );
    })
    .join(' or ');
