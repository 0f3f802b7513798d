export { watchOthers, watchOthersByTheSecond } from './others.ts';
export { commandOf, megabytes, parseStat, readProcesses, TICK_MS } from './processes.ts';
export type { Processes, ProcessStat } from './processes.ts';
export { becomesQuiet, cpuOf, cpuShare, memoryOf, minus, plus, total } from './usage.ts';
export type { Amounts, Memory, ReadCpu } from './usage.ts';
