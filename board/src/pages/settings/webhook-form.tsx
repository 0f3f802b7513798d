import type { Webhook } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { actions } from 'virtual:contracts/events';
import { call } from '../../api/call.ts';
import { detailOf, isProblem } from '../../api/problem.ts';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { changedFields } from '../../domain/changed.ts';
import { Field } from '../../ui/controls.tsx';
import { Check, Choices, FormDialog } from '../../ui/form.tsx';
import css from './settings.module.css';

interface Props {
  readonly webhook?: Webhook;
  readonly onMade?: (made: { readonly id: string; readonly secret: string }) => void;
  readonly onClose: () => void;
}

/** A new webhook, or another address and other events of one. */
export function WebhookForm({ webhook, onMade, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly string[] | null>(webhook?.events ?? null);
  const create = useWrite('createWebhook', [['webhooks', id]], onMade);
  const change = useWrite(
    'changeWebhook',
    [['webhooks', id]],
    onClose,
    webhook && {
      seen: webhook,
      read: () => call('getWebhook', { companyId: id, webhookId: webhook.id }),
    },
  );
  const write = webhook ? change : create;
  const problem = isProblem(write.error) ? write.error : undefined;
  const submit = (): void => {
    const fields = {
      url: url.trim(),
      description: description.trim() === '' ? null : description.trim(),
      events: events === null ? null : [...events],
    };
    if (webhook) {
      const changed = changedFields(webhook, fields);
      change.mutate({ companyId: id, webhookId: webhook.id, ...changed });
    } else create.mutate({ companyId: id, ...fields });
  };
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'New webhook'}
      verb={webhook ? 'Save' : 'Create it'}
      error={write.error}
      isPending={write.isPending}
      ready={url.trim() !== '' && events?.length !== 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Address"
        type="url"
        required
        value={url}
        hint="https, and a public host."
        wrong={detailOf(problem, 'url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field
        label="What it is for"
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <Check
        word="Every event, also of kinds that come later"
        on={events === null}
        onSwitch={(on) => setEvents(on ? null : [])}
      />
      {events !== null && (
        <Choices legend={`Events (${events.length} chosen)`}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys */}
          <div className={css.events} tabIndex={0} role="group" aria-label="Kinds of events">
            {actions.map((action) => (
              <Check
                key={action}
                word={<span className="mono">{action}</span>}
                on={events.includes(action)}
                onSwitch={(on) =>
                  setEvents(on ? [...events, action] : events.filter((each) => each !== action))
                }
              />
            ))}
          </div>
        </Choices>
      )}
    </FormDialog>
  );
}
