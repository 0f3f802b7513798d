import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { detailOf } from '../../api/problem.ts';
import { companiesQuery } from '../../cache/queries.ts';
import { ownTokensQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { reaches, type Reach } from '../../domain/people/reach.ts';
import { oneLine } from '../../domain/visible.ts';
import { Field, Select } from '../../ui/controls.tsx';
import { FormDialog, Pair } from '../../ui/form.tsx';
import { ASK_EVERY_MS, NewKeyDialog } from '../connect/new-key.tsx';

/** A token begins with the least: it reads one company, and ends by itself. */
export function NewToken({ onClose }: { readonly onClose: () => void }): ReactElement {
  const companies = useQuery(companiesQuery).data ?? [];
  const [name, setName] = useState('');
  const [reach, setReach] = useState<Reach>('read');
  const [company, setCompany] = useState(companies[0]?.id ?? '');
  const [until, setUntil] = useState('');
  const create = useWrite('createBoardToken');
  if (create.data) return <MadeToken made={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title="New board token"
      verb="Create the token"
      error={create.error}
      isPending={create.isPending}
      ready={name.trim() !== ''}
      onSubmit={() =>
        create.mutate({
          name: name.trim(),
          readOnly: reach === 'read',
          ...(reach === 'write' ? { mayDecide: false } : {}),
          ...(company === '' ? {} : { companies: [company] }),
          ...(until === '' ? {} : { expiresAt: new Date(`${until}T23:59:59`).toISOString() }),
        })
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={100}
        value={name}
        hint="The program that will use it."
        wrong={detailOf(create.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Select label="May" value={reach} options={reaches} onPick={setReach} />
      <Pair>
        <Select
          label="In"
          value={company}
          options={[
            ...companies.map((each) => [each.id, oneLine(each.name)] as const),
            ['', 'All companies'],
          ]}
          onPick={setCompany}
        />
        <Field
          label="Until"
          type="date"
          value={until}
          hint="Leave empty to keep it until you revoke it."
          wrong={detailOf(create.error, 'expiresAt')}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Pair>
    </FormDialog>
  );
}

interface MadeProps {
  readonly made: Output<'createBoardToken'>;
  readonly onClose: () => void;
}

function MadeToken({ made, onClose }: MadeProps): ReactElement {
  const tokens = useQuery({ ...ownTokensQuery, refetchInterval: ASK_EVERY_MS }).data;
  return (
    <NewKeyDialog
      label="The token"
      token={made.token}
      of="board"
      lastUsedAt={tokens?.find((token) => token.id === made.id)?.lastUsedAt}
      onClose={onClose}
    >
      Programs that have it act as you, within its limits.
    </NewKeyDialog>
  );
}
