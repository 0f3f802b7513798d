/** What agents wait for on an issue: until when or for what, and the note that they come back to. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { waitsQuery } from '../../cache/queries.ts';
import { useWrite } from '../../cache/write.ts';
import { openWaits, waitWords } from '../../domain/issues/waits.ts';
import { clock } from '../../domain/time.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { Redact, Tombstone } from '../redaction/redact.tsx';
import css from './issue.module.css';

interface Props {
  readonly issueId: string;
  readonly mayWrite: boolean;
}

export function Waits({ issueId, mayWrite }: Props): ReactElement | null {
  const { id, timeZone } = useCompany();
  const cancel = useWrite('cancelWait');
  const waits: Output<'listWaits'> = useQuery(waitsQuery(id, issueId)).data ?? [];
  const open = openWaits(waits);
  const ended = waits.filter(({ endedAt }) => endedAt !== null);
  if (waits.length === 0) return null;
  return (
    <section aria-label="Waits">
      <h2>Waits</h2>
      <ul className={css.rows}>
        {open.map((wait) => (
          <li key={wait.id}>
            <Words wait={wait} mayWrite={mayWrite}>
              {waitWords(wait, (time) => clock(time, timeZone))}
            </Words>
            {mayWrite && (
              <Button
                disabled={cancel.isPending}
                onClick={() => cancel.mutate({ issueId, waitId: wait.id })}
              >
                Cancel the wait
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ProblemNote error={cancel.error} />
      {ended.length > 0 && (
        <details>
          <summary>Ended waits ({ended.length})</summary>
          <ul className={css.rows}>
            {ended.map((wait) => (
              <li key={wait.id}>
                <Words wait={wait} mayWrite={mayWrite}>
                  waited until {clock(wait.endedAt ?? '', timeZone)}
                </Words>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Who waits, for what, and the note; a note with a secret in it can be taken away, also later. */
function Words({
  wait,
  mayWrite,
  children,
}: {
  readonly wait: Output<'listWaits'>[number];
  readonly mayWrite: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const names = useNames(useCompany().id);
  return (
    <>
      <div>
        <Text of={names.of(wait.agentId, null) ?? 'An agent'} />{' '}
        <span className="dim">{children}</span>
        {wait.redacted ? (
          <Tombstone what="The note was" redacted={wait.redacted} />
        ) : (
          <p>
            <Text of={wait.note} />
          </p>
        )}
      </div>
      {mayWrite && !wait.redacted && (
        <Redact
          what="the wait"
          gone={
            wait.endedAt === null
              ? 'Removes its note. The wait itself stays.'
              : 'Removes its note, and what its signal brought.'
          }
          by="redactWait"
          of={{ issueId: wait.issueId, waitId: wait.id }}
        />
      )}
    </>
  );
}
