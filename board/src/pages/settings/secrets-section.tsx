/** Secrets of the company. A value goes in and never comes out: configurations refer to its name. */
import type { Secret } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { detailOf } from '../../api/problem.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { secretsQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './settings.module.css';

export function SecretsSection(): ReactElement {
  const { id } = useCompany();
  const { mayManageAgents } = useRights(id);
  const secrets = useQuery(secretsQuery(id));
  const [adds, setAdds] = useState(false);
  return (
    <>
      <div className={css.bar}>
        {mayManageAgents && (
          <Button look="main" onClick={() => setAdds(true)}>
            New secret
          </Button>
        )}
      </div>
      {adds && <WriteSecret onClose={() => setAdds(false)} />}
      <Section title="Secrets" count={secrets.data?.length}>
        <ProblemNote error={secrets.error} onRetry={() => void secrets.refetch()} />
        {secrets.isPending && <Waiting rows={3} />}
        {secrets.data?.length === 0 && (
          <Empty>
            <p>
              Keys that agents need, such as one for a model provider. Configurations refer to
              secrets by name. Pages, logs and answers never show the value.
            </p>
          </Empty>
        )}
        <Ledger label="Secrets">
          {secrets.data?.map((secret) => (
            <SecretRow key={secret.id} secret={secret} mayManage={mayManageAgents} />
          ))}
        </Ledger>
      </Section>
    </>
  );
}

function SecretRow({
  secret,
  mayManage,
}: {
  readonly secret: Secret;
  readonly mayManage: boolean;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const [open, setOpen] = useState<'rotate' | 'delete' | undefined>();
  const close = (): void => setOpen(undefined);
  const remove = useWrite('deleteSecret', close);
  const name = secret.name ?? `of ${names.of(secret.agentId, null) ?? 'an agent'}`;
  const users = secret.usedByAgentIds.map((agentId) => names.of(agentId, null) ?? '');
  return (
    <>
      <ActRow
        name={
          <span className="mono">
            <Text of={name} />
          </span>
        }
        facts={
          <>
            <Text of={users.length === 0 ? 'used by no agent' : `used by ${users.join(', ')}`} />
            <span>
              value {secret.version}, <Ago time={secret.updatedAt} zone={timeZone} />
            </span>
          </>
        }
        acts={
          mayManage && (
            <>
              <Act word="New value" of={`of ${name}`} onAct={() => setOpen('rotate')} />
              <Act word="Delete" of={name} danger onAct={() => setOpen('delete')} />
            </>
          )
        }
      />
      {open === 'rotate' && <WriteSecret secret={secret} onClose={close} />}
      {open === 'delete' && (
        <FormDialog
          title={`Delete the secret ${name}?`}
          verb="Delete"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() => remove.mutate({ companyId: id, secretId: secret.id })}
          onClose={close}
        >
          <p>It cannot be restored. Secrets in use cannot be deleted.</p>
        </FormDialog>
      )}
    </>
  );
}

function WriteSecret({
  secret,
  onClose,
}: {
  readonly secret?: Secret;
  readonly onClose: () => void;
}): ReactElement {
  const { id } = useCompany();
  const [name, setName] = useState(secret?.name ?? '');
  const [value, setValue] = useState('');
  const create = useWrite('createSecret', onClose);
  const rotate = useWrite('rotateSecret', onClose);
  const write = secret ? rotate : create;
  return (
    <FormDialog
      title={secret ? 'A new value' : 'New secret'}
      verb={secret ? 'Replace the value' : 'Store the secret'}
      error={write.error}
      isPending={write.isPending}
      ready={value !== '' && (secret !== undefined || name.trim() !== '')}
      onSubmit={() =>
        secret
          ? rotate.mutate({
              companyId: id,
              secretId: secret.id,
              value,
              ifVersion: secret.version,
            })
          : create.mutate({ companyId: id, name: name.trim(), value })
      }
      onClose={onClose}
    >
      {!secret && (
        <Field
          label="Name"
          required
          value={name}
          hint="Letters, digits, dots and dashes: configurations refer to it."
          wrong={detailOf(write.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Field
        label="Value"
        type="password"
        autoComplete="off"
        required
        value={value}
        hint={
          secret ? 'Runs that start from now on get it.' : 'It is encrypted, and never shown again.'
        }
        wrong={detailOf(write.error, 'value')}
        onChange={(event) => setValue(event.target.value)}
      />
    </FormDialog>
  );
}
