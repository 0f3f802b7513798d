/** One webhook: its state, what was delivered, and the ways to test and repair it. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useCompany } from '../../cache/company.ts';
import { webhookQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { webhookMark } from '../../domain/webhooks.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { Deliveries } from './deliveries.tsx';
import { SettingsTabs } from './settings-page.tsx';
import css from './settings.module.css';
import { WebhookForm } from './webhook-form.tsx';

type Webhook = Output<'getWebhook'>;

export function WebhookPage(): ReactElement {
  const { id } = useCompany();
  const { webhookId } = useParams({ from: '/frame/$prefix/settings/webhooks/$webhookId' });
  const webhook = useQuery(webhookQuery(id, webhookId));
  if (isProblem(webhook.error, 'webhook_not_found')) return <NotFound />;
  return (
    <Page title="Settings: Webhook" heading="Settings">
      <SettingsTabs current="webhooks" />
      <ProblemNote error={webhook.error} onRetry={() => void webhook.refetch()} />
      {webhook.isPending && <Waiting />}
      {webhook.data && (
        <>
          <State webhook={webhook.data} />
          <Verbs webhook={webhook.data} />
          <Deliveries webhookId={webhook.data.id} />
        </>
      )}
    </Page>
  );
}

function State({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { timeZone } = useCompany();
  const { events, lastDeliveredAt, previousSecretUntil } = webhook;
  return (
    <div className={css.state}>
      <h2 className="mono">
        <Text of={webhook.url} />
      </h2>
      <p>
        <StateMark kind="run" mark={webhookMark(webhook)} word />
      </p>
      {webhook.description !== null && (
        <p>
          <Text of={webhook.description} />
        </p>
      )}
      {webhook.lastError !== null && (
        <p className={css.error}>
          <Text of={webhook.lastError} />
          {webhook.failingSince !== null && (
            <>
              , failing since <Ago time={webhook.failingSince} zone={timeZone} />
            </>
          )}
        </p>
      )}
      <p className="dim">
        {events === null ? 'Every event.' : `${events.join(', ')}.`}{' '}
        {lastDeliveredAt === null ? (
          'Nothing delivered yet.'
        ) : (
          <>
            Last delivered <Ago time={lastDeliveredAt} zone={timeZone} />.
          </>
        )}
        {previousSecretUntil !== null && ' The previous secret still signs, too.'}
        {!webhook.creatorIsOwner && ' Its creator is no longer an owner: review it.'}
      </p>
    </div>
  );
}

type Open = 'change' | 'rotate' | 'delete';

function Verbs({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | undefined>();
  const close = (): void => setOpen(undefined);
  const target = { companyId: id, webhookId: webhook.id };
  const ping = useWrite('pingWebhook');
  const change = useWrite('changeWebhook');
  const rotate = useWrite('rotateWebhookSecret', close);
  const remove = useWrite('deleteWebhook', () => {
    return navigate({
      to: '/$prefix/settings/$section',
      params: { prefix: issuePrefix, section: 'webhooks' },
    });
  });
  const isOn = webhook.status === 'active';
  return (
    <>
      <div className={css.bar}>
        <Button disabled={ping.isPending} onClick={() => ping.mutate(target)}>
          Send a test
        </Button>
        <Button onClick={() => setOpen('change')}>Change</Button>
        <Button
          look={isOn ? 'plain' : 'main'}
          disabled={change.isPending}
          onClick={() =>
            change.mutate({
              ...target,
              status: isOn ? 'disabled' : 'active',
              ifVersion: webhook.version,
            })
          }
        >
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
        <Button onClick={() => setOpen('rotate')}>New secret</Button>
        <Button look="danger" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      <ProblemNote error={ping.error ?? change.error} />
      {open === 'change' && <WebhookForm webhook={webhook} onClose={close} />}
      {open === 'rotate' && (
        <FormDialog
          title="Create a new secret?"
          verb="Create the secret"
          error={rotate.error}
          isPending={rotate.isPending}
          onSubmit={() => rotate.mutate(target)}
          onClose={close}
        >
          <p>For a day, deliveries are signed with both, so that the receiver can change over.</p>
        </FormDialog>
      )}
      {rotate.data && (
        <ShownOnce label="The new secret" value={rotate.data.secret} onClose={rotate.reset}>
          It signs every delivery from now on; for a day, the one before does too.
        </ShownOnce>
      )}
      {open === 'delete' && (
        <FormDialog
          title="Delete this webhook?"
          verb="Delete"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() => remove.mutate(target)}
          onClose={close}
        >
          <p>Its deliveries are deleted with it.</p>
        </FormDialog>
      )}
    </>
  );
}
