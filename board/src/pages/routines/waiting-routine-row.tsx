/** A routine in the inbox: a person turns it on, or archives it. */
import type { BoardInbox, Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useRights } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { EXHAUSTED, pauseWords } from '../../domain/routines/routines.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Row } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './routines.module.css';

interface Props {
  readonly routine: NonNullable<BoardInbox['routines']>[number];
  readonly company: Company;
}

export function WaitingRoutineRow({ routine, company }: Props): ReactElement {
  const { mayWrite } = useRights(company.id);
  const turnOn = useWrite('updateRoutine');
  const archive = useWrite('archiveRoutine');
  const { id: routineId, version: ifVersion, name, pauseReason } = routine;
  // It is on, and waits for its budget.
  const isOn = routine.status === 'active';
  const why = isOn ? EXHAUSTED : (pauseWords(pauseReason) ?? 'An agent proposes it.');
  return (
    <>
      <Row
        to="/$prefix/routines/$routineId"
        params={{ prefix: company.issuePrefix, routineId: routine.id }}
        margin={company.issuePrefix}
        side={<Ago time={routine.updatedAt} zone={company.timeZone} />}
      >
        <Text of={name} />
        <span className="dim">{` ${why}`}</span>
      </Row>
      {mayWrite && !isOn && (
        <li className={css.acts}>
          <Button
            disabled={turnOn.isPending}
            onClick={() => turnOn.mutate({ routineId, status: 'active', ifVersion })}
          >
            Turn on
          </Button>
          <Button
            look="quiet"
            disabled={archive.isPending}
            onClick={() => archive.mutate({ routineId })}
          >
            Archive
          </Button>
          <ProblemNote error={turnOn.error ?? archive.error} />
        </li>
      )}
    </>
  );
}
