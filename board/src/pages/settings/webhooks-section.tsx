/** Webhooks: addresses to which the events of the company are sent. For owners. */
import type { Webhook } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { webhooksQuery } from '../../cache/settings-queries.ts';
import { counted } from '../../domain/count.ts';
import { webhookMark } from '../../domain/webhooks.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Row, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Text } from '../../ui/text.tsx';
import css from './settings.module.css';
import { WebhookForm } from './webhook-form.tsx';

export function WebhooksSection(): ReactElement {
  const { id } = useCompany();
  const { isOwner } = useRights(id);
  useRowKeys();
  if (!isOwner) {
    return (
      <Empty>
        <p>Webhooks carry everything that happens here, so only owners see and change them.</p>
      </Empty>
    );
  }
  return <Webhooks />;
}

function Webhooks(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const webhooks = useQuery(webhooksQuery(id));
  const [adds, setAdds] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | undefined>();
  return (
    <>
      <div className={css.bar}>
        <Button look="main" onClick={() => setAdds(true)}>
          New webhook
        </Button>
      </div>
      {adds && (
        <WebhookForm
          onMade={(webhook) => {
            setAdds(false);
            setMade(webhook);
          }}
          onClose={() => setAdds(false)}
        />
      )}
      {made && (
        <ShownOnce
          label="The secret of the webhook"
          value={made.secret}
          onClose={() =>
            void navigate({
              to: '/$prefix/settings/webhooks/$webhookId',
              params: { prefix: issuePrefix, webhookId: made.id },
            })
          }
        >
          It signs every delivery. The receiver checks the signature with it.
        </ShownOnce>
      )}
      <Section title="Webhooks" count={webhooks.data?.length}>
        <ProblemNote error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        {webhooks.isPending && <Waiting rows={2} />}
        {webhooks.data?.length === 0 && (
          <Empty>
            <p>
              A program of yours gets each event as it happens, signed, at least once and in order.
            </p>
          </Empty>
        )}
        <Ledger label="Webhooks">
          {webhooks.data?.map((webhook) => (
            <WebhookLine key={webhook.id} webhook={webhook} />
          ))}
        </Ledger>
      </Section>
    </>
  );
}

function WebhookLine({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { issuePrefix, timeZone } = useCompany();
  const { events, lastDeliveredAt } = webhook;
  return (
    <Row
      to="/$prefix/settings/webhooks/$webhookId"
      params={{ prefix: issuePrefix, webhookId: webhook.id }}
      margin={events === null ? 'all' : counted(events.length, 'kind')}
      side={
        lastDeliveredAt === null ? (
          'nothing delivered yet'
        ) : (
          <Ago time={lastDeliveredAt} zone={timeZone} />
        )
      }
    >
      <StateMark kind="run" mark={webhookMark(webhook)} word />
      <Text of={webhook.description ?? webhook.url} />
    </Row>
  );
}
