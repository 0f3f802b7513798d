/** Whether what is shown is live, in words. */
import type { ReactElement } from 'react';
import type { Line } from '../../api/follow.ts';
import { useNow } from '../../ui/now.ts';
import css from './frame.module.css';

export function LineState({ line }: { readonly line: Line }): ReactElement {
  const now = useNow(1_000);
  return (
    <p
      className={`${css.line} ${line.state === 'live' ? '' : css.notLive} ${line.state === 'down' ? css.down : ''}`}
    >
      <i aria-hidden="true" />
      <span role="status">{wordsOf(line)}</span>
      {line.state === 'down' && (
        <span>, trying in {Math.max(0, Math.ceil((line.retryAt - now) / 1_000))} s</span>
      )}
    </p>
  );
}

function wordsOf(line: Line): string {
  if (line.state === 'down') {
    return `not live since ${new Date(line.since).toLocaleTimeString(undefined)}`;
  }
  return line.state === 'ended' ? 'signed out' : line.state;
}
