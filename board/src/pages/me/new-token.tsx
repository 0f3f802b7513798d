import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { detailOf } from '../../api/problem.ts';
import { companiesQuery } from '../../cache/queries.ts';
import { ownTokensQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { oneLine } from '../../domain/visible.ts';
import { Field, Select } from '../../ui/controls.tsx';
import { FormDialog, Pair } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

type Reach = 'read' | 'write' | 'decide';

const reaches: readonly (readonly [Reach, string])[] = [
  ['read', 'Read'],
  ['write', 'Write issues and comments, decide nothing'],
  ['decide', 'Do all that I may'],
];

/** A token begins with the least: it reads one company, and ends by itself. */
export function NewToken({ onClose }: { readonly onClose: () => void }): ReactElement {
  const companies = useQuery(companiesQuery).data ?? [];
  const [name, setName] = useState('');
  const [reach, setReach] = useState<Reach>('read');
  const [company, setCompany] = useState(companies[0]?.id ?? '');
  const [until, setUntil] = useState('');
  const create = useWrite('createBoardToken', [ownTokensQuery.queryKey]);
  if (create.data) {
    return (
      <ShownOnce label="The token" value={create.data.token} onClose={onClose}>
        A program sends it as <code>Authorization: Bearer</code>. It acts as you.
      </ShownOnce>
    );
  }
  return (
    <FormDialog
      title="New board token"
      verb="Make the token"
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
        hint="Which program has it."
        wrong={detailOf(create.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label="May"
        value={reach}
        options={reaches}
        onPick={(value) => setReach(reaches.find(([each]) => each === value)?.[0] ?? 'read')}
      />
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
          hint="Without a day, until it is revoked."
          wrong={detailOf(create.error, 'expiresAt')}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Pair>
    </FormDialog>
  );
}
