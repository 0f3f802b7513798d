/** What a hook has taken, newest first; one that failed is tried again by a click. */
import type { HookDelivery } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { hookDeliveriesQuery } from './hook-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { deliveryMarks, reasonWords } from './hooks.ts';

interface Props {
  readonly hookId: string;
  readonly mayWrite: boolean;
}

export function HookDeliveries({ hookId, mayWrite }: Props): ReactElement {
  const { id } = useCompany();
  const deliveries = useQuery(hookDeliveriesQuery(id, hookId));
  return (
    <Section title="Deliveries">
      <ProblemNote error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      {deliveries.isPending && <Waiting />}
      {deliveries.data?.length === 0 && (
        <Empty>
          <p>Nothing was delivered in the last 30 days.</p>
        </Empty>
      )}
      <Ledger label="Deliveries">
        {deliveries.data?.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} mayWrite={mayWrite} />
        ))}
      </Ledger>
    </Section>
  );
}

function Delivery({
  delivery,
  mayWrite,
}: {
  readonly delivery: HookDelivery;
  readonly mayWrite: boolean;
}): ReactElement {
  const { id, issuePrefix, timeZone } = useCompany();
  const again = useWrite('redeliverHook');
  const { hookId, deliveryKey, issueId } = delivery;
  const why = reasonWords(delivery);
  return (
    <>
      <ActRow
        name={
          <>
            <StateMark kind="run" mark={deliveryMarks[delivery.status]} word />
            <span className="mono">
              <Text of={deliveryKey} />
            </span>
          </>
        }
        facts={
          <>
            <Ago time={delivery.receivedAt} zone={timeZone} />
            {why !== undefined && <span>{why}</span>}
            {issueId !== null && (
              <Link to="/$prefix/issues/$ref" params={{ prefix: issuePrefix, ref: issueId }}>
                its issue
              </Link>
            )}
          </>
        }
        acts={
          mayWrite &&
          delivery.status === 'failed' && (
            <Act
              word="Try again"
              of={deliveryKey}
              disabled={again.isPending}
              onAct={() => again.mutate({ companyId: id, hookId, hookDeliveryId: delivery.id })}
            />
          )
        }
      />
      {again.error && (
        <li>
          <ProblemNote error={again.error} />
        </li>
      )}
    </>
  );
}
