/** What the scheduler and a runner say to each other, and the channel that carries it. */
export * from './inspection.ts';
export * from './messages.ts';
export * from './program.ts';
export * from './secret-forms.ts';
export { dialRunner, DialError, type DialedRunner, type DialFault, type Welcome } from './dial.ts';
export { FrameError, requireReadable } from './frame-bytes.ts';
export { SILENCE_MAX_MS, type Closed, type Frames } from './frames.ts';
export { makeRunnerKey, readRunnerKey, RunnerKeyError, type RunnerKey } from './key.ts';
export {
  listenForSchedulers,
  type AfterHello,
  type Listening,
  type ListenOptions,
  type SchedulerConnection,
} from './listen.ts';
