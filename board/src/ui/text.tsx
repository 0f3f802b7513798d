import type { ReactElement } from 'react';
import { oneLine } from '../domain/visible.ts';

/** A title or a name that somebody else has written: on one line, in its own direction. */
export const Text = ({ of }: { readonly of: string }): ReactElement => (
  <bdi className="text">{oneLine(of)}</bdi>
);
