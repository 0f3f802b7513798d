/** What the figures of the bench are to reach, and whether they do. */
import type { RequestRow, Row } from './rows.ts';

/** Requests a second, as a part of what raw SQL reaches in the same run. */
export const PART_GOALS: Readonly<Record<RequestRow, number>> = {
  create: 0.58,
  comment: 0.44,
  patch: 0.66,
  checkout: 0.46,
  cost: 0.43,
  dashboard: 0.8,
  race: 0.51,
  get: 0.41,
  me: 0.58,
  inbox: 0.7,
  list: 0.47,
  search_common: 0.83,
  search_rare: 0.64,
};

/** CPU milliseconds of a request, over all processes, with eight connections. */
export const CPU_GOALS: Readonly<Partial<Record<Row, number>>> = {
  create: 2.5,
  comment: 2,
  patch: 2.2,
  checkout: 2,
  cost: 2.2,
  dashboard: 0.8,
  get: 0.6,
  me: 0.4,
};

export const WARM_START_GOAL_SECONDS = 2.5;
export const IDLE_PSS_GOAL_MB = 450;
export const LOADED_PSS_GOAL_MB = 600;
export const REST_GOAL_PERCENT = 3;

/** The heads of the two cells of a goal. */
export const GOAL_HEADS = ['goal', 'reached'];

const NO_GOAL = ['', ''];

/** The cells of a figure that is to be at least so large. */
export const atLeast = (figure: number, goal: number): string[] => cellsOf(goal, figure >= goal);

/** The cells of a figure that is to be at most so large; empty where it has no goal. */
export const atMost = (figure: number, goal: number | undefined): string[] =>
  goal === undefined ? NO_GOAL : cellsOf(goal, figure <= goal);

const cellsOf = (goal: number, isReached: boolean): string[] => [
  String(goal),
  isReached ? 'yes' : 'no',
];
