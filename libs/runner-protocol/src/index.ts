/** What the scheduler and a runner say to each other. */
export * from './messages.ts';
export * from './program.ts';
