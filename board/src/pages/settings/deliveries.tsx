/** What was sent to the receiver, newest first; a dead delivery is sent again by a click. */
import type { DeliveryStatus, WebhookDelivery } from '@muster/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { deliveriesQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { deliveryMarks } from '../../domain/webhooks.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button, Select } from '../../ui/controls.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './settings.module.css';

const statuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'dead'];

export function Deliveries({ webhookId }: { readonly webhookId: string }): ReactElement {
  const { id } = useCompany();
  const [status, setStatus] = useState<DeliveryStatus | undefined>();
  const deliveries = useInfiniteQuery(deliveriesQuery(id, webhookId, status));
  const rows = deliveries.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title="Deliveries">
      <div className={css.filter}>
        <Select
          label="State"
          value={status ?? ''}
          options={[
            ['', 'All of the last week'],
            ...statuses.map((each) => [each, deliveryMarks[each].word] as const),
          ]}
          onPick={(picked) => setStatus(picked === '' ? undefined : picked)}
        />
      </div>
      <ProblemNote error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      {deliveries.isPending && <Waiting />}
      {deliveries.isSuccess && rows.length === 0 && (
        <Empty>
          <p>Nothing was sent. “Send a test” sends one delivery now.</p>
        </Empty>
      )}
      <Ledger label="Deliveries">
        {rows.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </Ledger>
      {deliveries.hasNextPage && (
        <Button
          disabled={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          Show earlier deliveries
        </Button>
      )}
    </Section>
  );
}

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }): ReactElement {
  const { id, timeZone } = useCompany();
  const replay = useWrite('replayWebhookDelivery');
  const { webhookId, responseStatus, attempts, error } = delivery;
  return (
    <>
      <ActRow
        name={
          <>
            <StateMark kind="run" mark={deliveryMarks[delivery.status]} word />
            <span className="mono">{delivery.event}</span>
          </>
        }
        facts={
          <>
            <Ago time={delivery.createdAt} zone={timeZone} />
            {responseStatus !== null && <span>answered {responseStatus}</span>}
            {attempts > 1 && <span>{attempts} attempts</span>}
            {error !== null && <Text of={error} />}
          </>
        }
        acts={
          delivery.status !== 'pending' && (
            <Act
              word="Send again"
              of={delivery.event}
              disabled={replay.isPending}
              onAct={() => replay.mutate({ companyId: id, webhookId, deliveryId: delivery.id })}
            />
          )
        }
      />
      {replay.error && (
        <li>
          <ProblemNote error={replay.error} />
        </li>
      )}
    </>
  );
}
