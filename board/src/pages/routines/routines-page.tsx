/** The routines of a company: what makes issues by itself, and when it does so next. */
import type { RoutineSummary } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { routinesQuery } from '../../cache/routine-queries.ts';
import { clockWords, routineMarks } from '../../domain/routines/routines.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Row, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { When } from '../../ui/when.tsx';
import { RoutineForm } from './routine-form.tsx';

export function RoutinesPage(): ReactElement {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  const routines = useQuery(routinesQuery(id));
  const [adds, setAdds] = useState(false);
  useRowKeys();
  return (
    <Page
      title="Routines"
      actions={
        mayWrite && (
          <Button look="main" onClick={() => setAdds(true)}>
            New routine
          </Button>
        )
      }
    >
      {adds && <RoutineForm onClose={() => setAdds(false)} />}
      <ProblemNote error={routines.error} onRetry={() => void routines.refetch()} />
      {routines.isPending && <Waiting />}
      {routines.data?.length === 0 && (
        <Empty>
          <p>A routine creates an issue on a schedule: a daily report, a weekly check.</p>
        </Empty>
      )}
      <Ledger label="Routines">
        {routines.data?.map((routine) => (
          <RoutineRow key={routine.id} routine={routine} />
        ))}
      </Ledger>
    </Page>
  );
}

function RoutineRow({ routine }: { readonly routine: RoutineSummary }): ReactElement {
  const { issuePrefix, timeZone } = useCompany();
  return (
    <Row
      to="/$prefix/routines/$routineId"
      params={{ prefix: issuePrefix, routineId: routine.id }}
      margin={issuePrefix}
      side={
        <>
          <span>{clockWords(routine.clock)}</span>
          {routine.nextFireAt !== null && <When time={routine.nextFireAt} zone={timeZone} />}
        </>
      }
    >
      <StateMark kind="agent" mark={routineMarks[routine.status]} word />
      <Text of={routine.name} />
    </Row>
  );
}
