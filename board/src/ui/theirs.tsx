/** What others have made of fields that the reader has changed, too: nothing that was written is lost unseen. */
import type { ReactElement } from 'react';
import { visible } from '../domain/visible.ts';
import css from './form.module.css';

/** The words of fields, with the values of others; undefined where they have changed nothing. */
export type Theirs = readonly (readonly [word: string, is: string | undefined])[];

export const hasConflict = (theirs: Theirs): boolean => theirs.some(([, is]) => is !== undefined);

/** The words of a switch. */
export const onOrOff = (on: boolean | undefined): string | undefined =>
  on === undefined ? undefined : on ? 'on' : 'off';

export function TheirsNote({ of }: { readonly of: Theirs }): ReactElement | null {
  if (!hasConflict(of)) return null;
  return (
    <div role="alert" className={css.theirs}>
      <p>Somebody else changed this meanwhile. It is now:</p>
      <dl>
        {of.map(
          ([word, is]) =>
            is !== undefined && (
              <div key={word}>
                <dt>{word}</dt>
                <dd className="text">{is === '' ? <i>nothing</i> : visible(is)}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
