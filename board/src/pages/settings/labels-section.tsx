/** Labels of issues. Another name or colour shows on every issue at once. */
import type { Label } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { labelsQuery } from '../../cache/settings-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './settings.module.css';

export function LabelsSection(): ReactElement {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  const labels = useQuery(labelsQuery(id));
  const [adds, setAdds] = useState(false);
  return (
    <>
      <div className={css.bar}>
        {mayWrite && (
          <Button look="main" onClick={() => setAdds(true)}>
            New label
          </Button>
        )}
      </div>
      {adds && <EditLabel onClose={() => setAdds(false)} />}
      <Section title="Labels" count={labels.data?.length}>
        <ProblemNote error={labels.error} onRetry={() => void labels.refetch()} />
        {labels.isPending && <Waiting rows={3} />}
        {labels.data?.length === 0 && (
          <Empty>
            <p>Labels group issues across projects: “bug”, “needs a person”, a customer.</p>
          </Empty>
        )}
        <Ledger label="Labels">
          {labels.data?.map((label) => (
            <LabelRow key={label.id} label={label} mayWrite={mayWrite} />
          ))}
        </Ledger>
      </Section>
    </>
  );
}

function LabelRow({
  label,
  mayWrite,
}: {
  readonly label: Label;
  readonly mayWrite: boolean;
}): ReactElement {
  const [open, setOpen] = useState<'edit' | 'delete' | undefined>();
  const close = (): void => setOpen(undefined);
  const remove = useWrite('deleteLabel', close);
  return (
    <>
      <ActRow
        name={
          <>
            <i className={css.swatch} style={{ background: label.color }} aria-hidden="true" />
            <Text of={label.name} />
          </>
        }
        facts={<span className="mono">{label.color}</span>}
        acts={
          mayWrite && (
            <>
              <Act word="Change" of={label.name} onAct={() => setOpen('edit')} />
              <Act word="Delete" of={label.name} danger onAct={() => setOpen('delete')} />
            </>
          )
        }
      />
      {open === 'edit' && <EditLabel label={label} onClose={close} />}
      {open === 'delete' && (
        <FormDialog
          title={`Delete the label ${label.name}?`}
          verb="Delete"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() => remove.mutate({ labelId: label.id })}
          onClose={close}
        >
          <p>It is removed from every issue.</p>
        </FormDialog>
      )}
    </>
  );
}

/** A colour that can be told from paper and ink. */
const FIRST_COLOR = '#1b5ea6';

const labelFields = (label: Label | undefined) => ({
  name: label?.name ?? '',
  color: label?.color ?? FIRST_COLOR,
});

function EditLabel({
  label,
  onClose,
}: {
  readonly label?: Label;
  readonly onClose: () => void;
}): ReactElement {
  const { id } = useCompany();
  const { fields, touched, theirs, isTouched, set, over } = useEdit(label, {
    fieldsOf: labelFields,
    read: label && (() => readLabel(label)),
  });
  const create = useWrite('createLabel', onClose);
  const update = useWrite('updateLabel', onClose, over);
  const write = label ? update : create;
  return (
    <FormDialog
      title={label ? `Change ${label.name}` : 'New label'}
      verb="Save"
      error={write.error}
      isPending={write.isPending}
      ready={fields.name.trim() !== '' && (isTouched || !label)}
      theirs={[
        ['Name', theirs.name],
        ['Colour', theirs.color],
      ]}
      onSubmit={() =>
        label
          ? update.mutate({ labelId: label.id, ...touched })
          : create.mutate({ companyId: id, ...fields })
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={48}
        value={fields.name}
        wrong={detailOf(write.error, 'name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <label className={css.color}>
        Colour
        <input
          type="color"
          value={fields.color}
          onChange={(event) => set({ color: event.target.value })}
        />
      </label>
    </FormDialog>
  );
}

async function readLabel(label: Label): Promise<Label> {
  const labels = await call('listLabels', { companyId: label.companyId, limit: 500 });
  return labels.find(({ id }) => id === label.id) ?? label;
}
