import type { Webhook } from '@muster/contracts';
import type { ReactElement } from 'react';
import { actions, attentionActions } from 'virtual:contracts/events';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useCompany } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { useWrite } from '../../cache/write.ts';
import { emptyAsNull, trimmed } from '../../domain/changed.ts';
import { Field } from '../../ui/controls.tsx';
import { Check, Choices, FormDialog } from '../../ui/form.tsx';
import css from './settings.module.css';

interface Props {
  readonly webhook?: Webhook;
  readonly onMade?: (made: { readonly id: string; readonly secret: string }) => void;
  readonly onClose: () => void;
}

interface Fields {
  readonly url: string;
  readonly description: string;
  readonly events: string[] | null;
}

const fieldsOf = (webhook: Webhook | undefined): Fields => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? null,
});

const sentOf = <T extends Partial<Fields>>(fields: T) =>
  emptyAsNull(trimmed(fields), ['description']);

/** A new webhook, or another address and other events of one. */
export function WebhookForm({ webhook, onMade, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const target = webhook && { companyId: id, webhookId: webhook.id };
  const { fields, touched, theirs, isTouched, set, over } = useEdit(webhook, {
    fieldsOf,
    read: target && (() => call('getWebhook', target)),
  });
  const { url, description, events } = fields;
  const create = useWrite('createWebhook', onMade);
  const change = useWrite('changeWebhook', onClose, over);
  const write = webhook ? change : create;
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'New webhook'}
      verb={webhook ? 'Save' : 'Create it'}
      error={write.error}
      isPending={write.isPending}
      ready={url.trim() !== '' && events?.length !== 0 && (isTouched || !webhook)}
      theirs={[
        ['Address', theirs.url],
        ['Purpose', theirs.description],
        ['Events', theirs.events === null ? 'every event' : theirs.events?.join(', ')],
      ]}
      onSubmit={() =>
        target
          ? change.mutate({ ...target, ...sentOf(touched) })
          : create.mutate({ companyId: id, ...sentOf(fields) })
      }
      onClose={onClose}
    >
      <Field
        label="Address"
        type="url"
        required
        value={url}
        hint="An https address with a public host."
        wrong={detailOf(write.error, 'url')}
        onChange={(event) => set({ url: event.target.value })}
      />
      <Field
        label="Purpose"
        maxLength={500}
        value={description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <Check
        word="All events, including future kinds"
        on={events === null}
        onSwitch={(on) => set({ events: on ? null : [] })}
      />
      {events !== null && (
        <Choices legend={`Events (${events.length} chosen)`}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys */}
          <div className={css.events} tabIndex={0} role="group" aria-label="Kinds of events">
            {[...attentionActions, ...actions].map((action) => (
              <Check
                key={action}
                word={<span className="mono">{action}</span>}
                on={events.includes(action)}
                onSwitch={(on) =>
                  set({
                    events: on ? [...events, action] : events.filter((each) => each !== action),
                  })
                }
              />
            ))}
          </div>
        </Choices>
      )}
    </FormDialog>
  );
}
