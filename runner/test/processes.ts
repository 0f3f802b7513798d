/** Processes of this machine. */
import { vi } from 'vitest';

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const untilGone = (pid: number): Promise<void> =>
  vi.waitFor(
    () => {
      if (isThere(pid)) throw new Error(`process ${pid} is there`);
    },
    { timeout: 20_000 },
  );
