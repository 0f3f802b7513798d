/** The keys with which an agent calls the API. A new one is shown once. */
import type { AgentKey } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { agentKeysQuery } from '../../cache/agent-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, useNames, type Rights } from '../../cache/company.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import { When } from '../../ui/when.tsx';
import { ASK_EVERY_MS, NewKeyDialog } from '../connect/new-key.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

export function Access({ agent, rights }: Props): ReactElement {
  const { id } = useCompany();
  const keys = useQuery(agentKeysQuery(id, agent.id));
  const [makes, setMakes] = useState(false);
  const [ends, setEnds] = useState<AgentKey | undefined>();
  const mayManage = rights.mayManageAgents && agent.status !== 'terminated';
  const rows = (keys.data ?? []).toSorted((one, other) => +!!one.revokedAt - +!!other.revokedAt);
  return (
    <div className={css.view}>
      <p className={css.about}>
        <span className="dim">
          Muster gives each program it starts a token for the run. A program that runs elsewhere
          needs a key, and acts as this agent until you revoke it.
        </span>
        {mayManage && <Button onClick={() => setMakes(true)}>Create a key</Button>}
      </p>
      <ProblemNote error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.isPending && <Waiting rows={3} />}
      {keys.isSuccess && rows.length === 0 && (
        <Empty>
          <p>No keys yet.</p>
        </Empty>
      )}
      {rows.length > 0 && <KeyTable keys={rows} onRevoke={mayManage ? setEnds : undefined} />}
      {makes && <NewKey agentId={agent.id} onClose={() => setMakes(false)} />}
      {ends && <Revoke agentKey={ends} onClose={() => setEnds(undefined)} />}
    </div>
  );
}

function KeyTable({
  keys,
  onRevoke,
}: {
  readonly keys: readonly AgentKey[];
  readonly onRevoke: ((key: AgentKey) => void) | undefined;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const time = (at: string | null, none: string): ReactElement =>
    at === null ? <span className="dim">{none}</span> : <Ago time={at} zone={timeZone} />;
  const columns: readonly Column<AgentKey>[] = [
    { word: 'Name', render: ({ name }) => (name === null ? 'No name' : <Text of={name} />) },
    {
      word: 'State',
      render: ({ revokedAt, expiresAt }) => {
        if (revokedAt !== null) return <span className="dim">revoked</span>;
        if (expiresAt === null) return 'valid';
        return Date.parse(expiresAt) < Date.now() ? (
          <span className="dim">expired</span>
        ) : (
          <>
            ends <When time={expiresAt} zone={timeZone} />
          </>
        );
      },
    },
    { word: 'Last used', render: ({ lastUsedAt }) => time(lastUsedAt, 'never') },
    { word: 'Created', wide: true, render: ({ createdAt }) => time(createdAt, '') },
    {
      word: 'By',
      wide: true,
      render: ({ createdByAgentId = null, createdByUserId = null }) => (
        <Text of={names.of(createdByAgentId, createdByUserId) ?? 'joined with it'} />
      ),
    },
    {
      word: 'End',
      render: (key) =>
        onRevoke &&
        key.revokedAt === null && (
          <Button look="quiet" onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        ),
    },
  ];
  return <Table label="Keys" columns={columns} rows={keys} keyOf={({ id: key }) => key} />;
}

function NewKey({
  agentId,
  onClose,
}: {
  readonly agentId: string;
  readonly onClose: () => void;
}): ReactElement {
  const [name, setName] = useState('');
  const create = useWrite('createAgentKey');
  if (create.data) return <MadeKey agentId={agentId} made={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Create a key"
      verb="Create the key"
      error={create.error}
      isPending={create.isPending}
      onSubmit={() => create.mutate({ agentId, ...(name.trim() === '' ? {} : { name }) })}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Where it is used, such as a machine."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that opens has the focus
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

interface MadeProps {
  readonly agentId: string;
  readonly made: Output<'createAgentKey'>;
  readonly onClose: () => void;
}

function MadeKey({ agentId, made, onClose }: MadeProps): ReactElement {
  const { id } = useCompany();
  const query = agentKeysQuery(id, agentId);
  const keys = useQuery({ ...query, refetchInterval: ASK_EVERY_MS }).data;
  return (
    <NewKeyDialog
      label="The new key"
      token={made.token}
      of="agent"
      lastUsedAt={keys?.find((key) => key.id === made.id)?.lastUsedAt}
      onClose={onClose}
    >
      A program that has it acts as this agent.
    </NewKeyDialog>
  );
}

function Revoke({
  agentKey: { id: keyId, agentId },
  onClose,
}: {
  readonly agentKey: AgentKey;
  readonly onClose: () => void;
}): ReactElement {
  const revoke = useWrite('revokeAgentKey', onClose);
  return (
    <FormDialog
      title="Revoke this key?"
      verb="Revoke it"
      danger
      error={revoke.error}
      isPending={revoke.isPending}
      onSubmit={() => revoke.mutate({ agentId, keyId })}
      onClose={onClose}
    >
      <p>Programs that use it are refused from now on, and keys created with it end too.</p>
    </FormDialog>
  );
}
