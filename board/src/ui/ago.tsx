import type { ReactElement } from 'react';
import { ago, clock } from '../domain/time.ts';
import { useNow } from './now.ts';

interface Props {
  readonly time: string;
  readonly zone?: string | undefined;
}

/** How long ago; the moment itself, in the company's zone, is in the title. */
export const Ago = ({ time, zone }: Props): ReactElement => (
  <time dateTime={time} title={clock(time, zone)}>
    {ago(time, useNow())}
  </time>
);
