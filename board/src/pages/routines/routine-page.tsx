/** One routine: the issue that it makes, its next moments, and what its past ones have done. */
import type { Routine, RoutineFiring } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { firingsQuery, routineQuery } from '../../cache/routine-queries.ts';
import {
  catchUpOptions,
  clockWords,
  firingWords,
  overlapOptions,
  EXHAUSTED,
  pauseWords,
  routineMarks,
} from '../../domain/routines/routines.ts';
import { spentOf } from '../../domain/money.ts';
import { clock } from '../../domain/time.ts';
import { Fact, FactList } from '../../ui/facts.tsx';
import { Ledger, Row, Section, Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { RoutineActions } from './routine-actions.tsx';
import css from './routines.module.css';
import { RoutineForm } from './routine-form.tsx';

export function RoutinePage(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { routineId } = useParams({ from: '/frame/$prefix/routines/$routineId' });
  const { mayWrite } = useRights(id);
  const { data: routine, error, refetch } = useQuery(routineQuery(id, routineId));
  const [edits, setEdits] = useState(false);
  if (isProblem(error, 'routine_not_found', 'invalid_input')) return <NotFound />;
  if (!routine) {
    return (
      <Page title="Routine">
        {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <Waiting />}
      </Page>
    );
  }
  const { budgetMonthlyCents: limit = 0, spentMonthlyCents: spent = 0 } = routine;
  const isExhausted = limit > 0 && spent >= limit;
  const paused = pauseWords(routine.pauseReason) ?? (isExhausted ? EXHAUSTED : undefined);
  return (
    <Page
      title={routine.name}
      heading={<Text of={routine.name} />}
      above={
        <>
          <Link to="/$prefix/routines" params={{ prefix: issuePrefix }}>
            Routines
          </Link>
          <StateMark kind="agent" mark={routineMarks[routine.status]} word />
        </>
      }
      actions={mayWrite && <RoutineActions routine={routine} onEdit={() => setEdits(true)} />}
    >
      {edits && <RoutineForm routine={routine} onClose={() => setEdits(false)} />}
      {paused !== undefined && (
        <p role="status" className="call">
          {paused}
        </p>
      )}
      <Template routine={routine} />
      <Firings routineId={routine.id} />
    </Page>
  );
}

const wordOf = <V extends string>(options: readonly (readonly [V, string])[], value: V): string =>
  options.find(([each]) => each === value)?.[1] ?? value;

function Template({ routine }: { readonly routine: Routine }): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const { template, nextMoments } = routine;
  const who = names.of(template.assigneeAgentId ?? null, null);
  return (
    <>
      <FactList>
        <Fact word="When">
          <Text of={clockWords(routine.clock)} />
        </Fact>
        <Fact word="While its last issue is open">{wordOf(overlapOptions, routine.overlap)}</Fact>
        <Fact word="After an outage">{wordOf(catchUpOptions, routine.catchUp)}</Fact>
        <Fact word="Cost this month">
          {spentOf(routine.spentMonthlyCents ?? 0, routine.budgetMonthlyCents ?? 0)}
        </Fact>
        <Fact word="Issues created">{routine.fired}</Fact>
      </FactList>
      <Section title="The issue">
        <p className={css.text}>
          <Text of={template.title} />
          {who !== undefined && (
            <span className="dim">
              {' '}
              for <Text of={who} />
            </span>
          )}
        </p>
        {template.description !== undefined && template.description !== null && (
          <Prose text={template.description} />
        )}
        {(template.children ?? []).map((child, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no identity before they are made
          <p key={at} className={`${css.text} dim`}>
            <Text of={child.title} />
          </p>
        ))}
      </Section>
      {nextMoments.length > 0 && (
        <Section title="Next times">
          <p className={css.text}>{nextMoments.map((each) => clock(each, timeZone)).join(' · ')}</p>
        </Section>
      )}
    </>
  );
}

function Firings({ routineId }: { readonly routineId: string }): ReactElement {
  const { id } = useCompany();
  const firings = useQuery(firingsQuery(id, routineId));
  return (
    <Section title="Past times">
      <ProblemNote error={firings.error} onRetry={() => void firings.refetch()} />
      {firings.data?.length === 0 && <p className={`${css.text} dim`}>Nothing yet.</p>}
      <Ledger label="Past times">
        {firings.data?.map((firing) => (
          <FiringRow key={firing.id} firing={firing} />
        ))}
      </Ledger>
    </Section>
  );
}

function FiringRow({ firing }: { readonly firing: RoutineFiring }): ReactElement {
  const { issuePrefix, timeZone } = useCompany();
  const moment = clock(firing.moment, timeZone);
  if (firing.issueId === null) {
    return (
      <li className={`${css.text} dim`}>
        {moment}: {firingWords(firing)}
      </li>
    );
  }
  return (
    <Row
      to="/$prefix/issues/$ref"
      params={{ prefix: issuePrefix, ref: firing.issueId }}
      margin=""
      side={<span>{moment}</span>}
    >
      {firingWords(firing)}
    </Row>
  );
}
