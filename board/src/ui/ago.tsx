import type { ReactElement } from 'react';
import { ago, clock, span } from '../domain/time.ts';
import { useNow } from './now.ts';

interface Props {
  readonly time: string;
  readonly zone?: string | undefined;
  /** In a margin, where "ago" goes without saying. */
  readonly short?: boolean;
}

/** How long ago; the moment itself, in the company's zone, is in the title. */
export function Ago({ time, zone, short = false }: Props): ReactElement {
  const now = useNow();
  return (
    <time dateTime={time} title={clock(time, zone)}>
      {short ? span(Math.max(0, now - Date.parse(time))) : ago(time, now)}
    </time>
  );
}
