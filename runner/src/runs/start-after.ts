import type { RunningProgram } from './start-program.ts';

/** A program that starts when the one before it is gone; what is asked of it until then waits. */
export function startAfter(
  former: Promise<void> | undefined,
  start: () => RunningProgram,
): RunningProgram {
  if (!former) return start();
  const wishes: ((program: RunningProgram) => void)[] = [];
  let program: RunningProgram | undefined;
  const wish = (tell: (program: RunningProgram) => void): void => {
    if (program) tell(program);
    else wishes.push(tell);
  };
  const ended = former.then(() => {
    program = start();
    for (const tell of wishes) tell(program);
    return program.ended;
  });
  return {
    ended,
    stop: (why) => wish((each) => each.stop(why)),
    renew: (leaseMs) => wish((each) => each.renew(leaseMs)),
    input: (bytes, end) => wish((each) => each.input(bytes, end)),
    pause: () => wish((each) => each.pause()),
    resume: () => wish((each) => each.resume()),
  };
}
