import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useMe } from '../../cache/company.ts';
import { entityEventsQuery } from '../../cache/entity-events.ts';
import { personOf } from '../../domain/approvals.ts';
import { Ago } from '../../ui/ago.tsx';
import { Section } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { Text } from '../../ui/text.tsx';
import css from './approvals.module.css';

/** Who wants what to be changed; an approval itself names only who has decided it. */
export function RevisionAsked({
  approval,
}: {
  readonly approval: Output<'getApproval'>;
}): ReactElement | null {
  const { id, timeZone } = useCompany();
  const me = useMe();
  const isAsked = approval.status === 'revision_requested';
  const events = useQuery({ ...entityEventsQuery(id, 'approval', approval.id), enabled: isAsked });
  const asked = events.data?.find(({ action }) => action === 'approval.revision_requested');
  if (!isAsked) return null;
  return (
    <Section title="Changes asked for">
      <div className={css.decision}>
        {asked && (
          <p>
            Revision requested by{' '}
            <Text of={personOf(asked.actorId, asked.actorName, me) ?? 'the board'} />,{' '}
            <Ago time={asked.createdAt} zone={timeZone} />
          </p>
        )}
        {approval.decisionNote !== null && approval.decisionNote !== '' && (
          <Prose text={approval.decisionNote} />
        )}
      </div>
    </Section>
  );
}
