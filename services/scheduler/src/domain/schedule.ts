/** Due times of the timer: no drift, no replay of missed beats, no two beats close together. */

/**
 * The next due time: the first on the grid of `dueAtMs` that is at least half an interval away.
 * The grid is kept, so an agent that is late today is not late for ever.
 */
export function nextDue(dueAtMs: number, intervalMs: number, nowMs: number): number {
  const earliest = Math.max(dueAtMs + intervalMs, nowMs + intervalMs / 2);
  return dueAtMs + Math.ceil((earliest - dueAtMs) / intervalMs) * intervalMs;
}

/** FNV-1a, 32 bits: spreads ids evenly, and the same in every process. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** The first beat lies somewhere in the first interval, so that many agents make no spike. */
export const firstDelay = (agentId: string, intervalMs: number): number =>
  Math.floor((hash(agentId) / 2 ** 32) * intervalMs);
