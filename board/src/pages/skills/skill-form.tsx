/** Writes a skill: a new one, or a version of one that is known. */
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { detailOf } from '../../api/problem.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany } from '../../cache/company.ts';
import {
  filesOf,
  newSkill,
  skillFieldsOf,
  slugOf,
  type SkillFile,
} from '../../domain/skills/skill-files.ts';
import { Area, Button, Field } from '../../ui/controls.tsx';
import { Choices, FormDialog } from '../../ui/form.tsx';

interface Props {
  /** A new one, where there is none. */
  readonly skill?: Output<'getSkill'>;
  readonly onDone: (skill: { readonly slug: string }) => void;
  readonly onClose: () => void;
}

export function SkillForm({ skill, onDone, onClose }: Props): ReactElement {
  const { id } = useCompany();
  // All files are replaced together: a version of others is refused, and never written over.
  const [first] = useState(skill);
  const [fields, setFields] = useState(() => (first ? skillFieldsOf(first) : newSkill));
  const [name, setName] = useState('');
  const save = useWrite('setSkill', onDone);
  const slug = first?.slug ?? slugOf(name);
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const { description, text, others } = fields;
  const isWhole = slug !== '' && description.trim() !== '' && text.trim() !== '';
  return (
    <FormDialog
      title={first ? `Change ${first.slug}` : 'New skill'}
      verb={first ? 'Save' : 'Create the skill'}
      error={save.error}
      isPending={save.isPending}
      ready={isWhole && others.every(({ path }) => path.trim() !== '')}
      onSubmit={() =>
        save.mutate({
          companyId: id,
          skill: slug,
          files: filesOf({ ...fields, slug }),
          ifVersion: first?.version ?? 0,
        })
      }
      onClose={onClose}
    >
      {!first && (
        <Field
          label="Name"
          hint={slug === '' || slug === name ? 'Such as publish-a-page.' : slug}
          wrong={detailOf(save.error, 'skill')}
          required
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Field
        label="When to use it"
        hint="An agent reads this first, and the rest when it applies."
        required
        maxLength={1_024}
        value={description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <Area
        label="Text"
        hint="Markdown. Do not include secrets."
        required
        rows={14}
        value={text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <OtherFiles files={others} onChange={(next) => set({ others: next })} />
    </FormDialog>
  );
}

interface FilesProps {
  readonly files: readonly SkillFile[];
  readonly onChange: (files: readonly SkillFile[]) => void;
}

function OtherFiles({ files, onChange }: FilesProps): ReactElement {
  const change = (at: number, fields: Partial<SkillFile>): void =>
    onChange(files.map((file, each) => (each === at ? { ...file, ...fields } : file)));
  return (
    <Choices legend="Other files">
      {files.map(({ path, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a path is what is being typed
        <div key={at}>
          <Field
            label="Path"
            hint="Such as references/style.md."
            value={path}
            onChange={(event) => change(at, { path: event.target.value })}
          />
          <Area
            label={`Text of ${path === '' ? 'the file' : path}`}
            rows={6}
            value={text}
            onChange={(event) => change(at, { text: event.target.value })}
          />
          <Button look="quiet" onClick={() => onChange(files.toSpliced(at, 1))}>
            Remove this file
          </Button>
        </div>
      ))}
      <Button onClick={() => onChange([...files, { path: '', text: '' }])}>Another file</Button>
    </Choices>
  );
}
