/** Waits of agents in words. */
import type { Wait } from '@muster/contracts';

export const openWaits = <W extends Pick<Wait, 'endedAt'>>(waits: readonly W[]): W[] =>
  waits.filter(({ endedAt }) => endedAt === null);

const atDeadline = {
  wake: 'at the latest',
  block: 'then blocked',
  cancel: 'then cancelled',
} as const;

/** `waits for a signal or until 14:03, at the latest 15:00`. */
export function waitWords(
  {
    until,
    signal,
    deadline,
    onDeadline,
  }: Pick<Wait, 'until' | 'signal' | 'deadline' | 'onDeadline'>,
  clockOf: (time: string) => string,
): string {
  const ends = [
    ...(signal ? ['for a signal'] : []),
    ...(until === null ? [] : [`until ${clockOf(until)}`]),
  ];
  const latest = deadline === null ? '' : `; ${atDeadline[onDeadline]}: ${clockOf(deadline)}`;
  return `waits ${ends.join(' or ')}${latest}`;
}
