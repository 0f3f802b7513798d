import type { ReactElement } from 'react';
import { clock, span } from '../domain/time.ts';
import { useNow } from './now.ts';

/** A time to come: `in 4 min`, or `now` where it is due. */
export function When({
  time,
  zone,
}: {
  readonly time: string;
  readonly zone?: string | undefined;
}): ReactElement {
  const now = useNow();
  const text = span(Date.parse(time) - now);
  return (
    <time dateTime={time} title={clock(time, zone)}>
      {text === 'now' ? text : `in ${text}`}
    </time>
  );
}
