export { watchOthers, watchOthersByTheSecond } from './others.ts';
export { becomesQuiet, cpuOf, cpuShare, memoryOf, minus, plus, TICK_MS, total } from './usage.ts';
export type { Amounts, Memory } from './usage.ts';
