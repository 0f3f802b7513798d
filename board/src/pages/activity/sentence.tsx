import type { Activity } from '@muster/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import {
  actorOf,
  movesOf,
  noteOf,
  pageOf,
  sentenceOfEvent,
  subjectOf,
} from '../../domain/events.ts';
import { actOfAgent, type AgentAct } from '../../domain/runs/run-events.ts';
import { clock, clockOf } from '../../domain/time.ts';
import { Text } from '../../ui/text.tsx';
import css from './activity.module.css';

/** When, and the sentence. */
export function TimedSentence({ event }: { readonly event: Activity }): ReactElement {
  const { timeZone } = useCompany();
  return (
    <>
      <time dateTime={event.createdAt} title={clock(event.createdAt, timeZone)}>
        {clockOf(event.createdAt, timeZone)}
      </time>
      <Sentence event={event} />
    </>
  );
}

/** Who, what, and what it has changed. */
export function Sentence({ event }: { readonly event: Activity }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const names = useNames(id);
  const page = pageOf(issuePrefix, event);
  const act = actOfAgent(event);
  const agent = event.agentId === null ? undefined : names.of(event.agentId, null);
  if (act !== undefined && agent !== undefined) {
    return <ActOfAgent agent={agent} act={act} page={page} />;
  }
  const subject = subjectOf(event) || nameOfAgent(event, names);
  const note = noteOf(event);
  const who = actorOf(event, names.me);
  return (
    <span className={css.sentence}>
      <strong>
        <Text of={who} />
      </strong>{' '}
      {sentenceOfEvent(event)}{' '}
      {page === undefined ? (
        <Text of={subject} />
      ) : (
        <Link to={page}>
          <Text of={subject === '' ? 'open' : subject} />
        </Link>
      )}
      {movesOf(event).map(({ field, from, to }) => (
        <span key={field} className="dim">
          {' '}
          · {field}
          {to !== '' && (
            <>
              : <Text of={from} /> → <Text of={to} />
            </>
          )}
        </span>
      ))}
      {note !== undefined && (
        <span className="dim">
          {' '}
          · <Text of={note} />
        </span>
      )}
    </span>
  );
}

/** The words lead to the run: its agent is who did it, and not what it was done to. */
const ActOfAgent = ({
  agent,
  act: { says, isBad },
  page,
}: {
  readonly agent: string;
  readonly act: AgentAct;
  readonly page: string | undefined;
}): ReactElement => (
  <span className={css.sentence}>
    <strong>
      <Text of={agent} />
    </strong>{' '}
    {page === undefined ? (
      says
    ) : (
      <Link to={page} className={isBad ? css.bad : undefined}>
        {says}
      </Link>
    )}
  </span>
);

/** An event of a run or a cost is named after its agent, as is one of an agent that does not name it. */
function nameOfAgent(event: Activity, names: ReturnType<typeof useNames>): string {
  const agentId = event.agentId ?? (event.entityType === 'agent' ? event.entityId : null);
  return agentId === null ? '' : `of ${names.of(agentId, null) ?? ''}`;
}
