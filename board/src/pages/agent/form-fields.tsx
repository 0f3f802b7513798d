/** A form whose fields are data: the agent's own, and those that the schema of its adapter names. */
import type { ReactElement } from 'react';
import { detailOf, type Problem } from '../../api/problem.ts';
import { useCompany } from '../../cache/company.ts';
import { presentBut } from '../../domain/agents.ts';
import { nameOf, type Draft, type Entry, type FormField } from '../../domain/agents/config-form.ts';
import { fieldLabel } from '../../domain/agents/differences.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Field, Select } from '../../ui/controls.tsx';
import { Check } from '../../ui/form.tsx';
import css from './agent.module.css';
import { Pairs } from './pairs.tsx';

interface Props {
  readonly legend: string;
  readonly about?: string;
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  /** With what was entered only. */
  readonly onChange: (change: Draft) => void;
  readonly problem: Problem | undefined;
}

export const FormFields = ({
  legend,
  about,
  fields,
  draft,
  onChange,
  problem,
}: Props): ReactElement => (
  <fieldset className={css.fields}>
    <legend>{legend}</legend>
    {about !== undefined && <p className={`dim ${css.summary}`}>{about}</p>}
    {fields.map((field) => (
      <OneField
        key={nameOf(field)}
        field={field}
        entry={draft[nameOf(field)] ?? ''}
        wrong={detailOf(problem, ...field.path)}
        onEnter={(entry) => onChange({ [nameOf(field)]: entry })}
      />
    ))}
  </fieldset>
);

interface FieldProps {
  readonly field: FormField;
  readonly entry: Entry;
  readonly wrong: string | undefined;
  readonly onEnter: (entry: Entry) => void;
}

function OneField({ field, entry, wrong, onEnter }: FieldProps): ReactElement {
  const label = field.label ?? fieldLabel(nameOf(field));
  const { kind, hint, required, fallback } = field;
  if (typeof entry !== 'string') {
    return <Pairs label={label} hint={hint} pairs={entry} onEnter={onEnter} />;
  }
  const words = { label, hint, wrong, required };
  if (kind === 'switch') return <Switch {...words} on={entry === 'true'} onEnter={onEnter} />;
  if (kind === 'choice')
    return <Choice field={field} words={words} entry={entry} {...{ onEnter }} />;
  if (kind === 'agent')
    return <AgentChoice field={field} words={words} entry={entry} {...{ onEnter }} />;
  if (kind === 'long' || kind === 'lines') {
    return (
      <Area
        {...words}
        hint={kind === 'lines' ? `${hint} One a line.` : hint}
        rows={kind === 'lines' ? 3 : 5}
        placeholder={fallback}
        value={entry}
        onChange={(event) => onEnter(event.target.value)}
      />
    );
  }
  return (
    <Field
      {...words}
      type={inputType[kind] ?? 'text'}
      autoComplete={kind === 'secret' ? 'new-password' : 'off'}
      min={field.min}
      max={field.max}
      step={kind === 'number' ? 'any' : undefined}
      placeholder={fallback}
      value={entry}
      onChange={(event) => onEnter(event.target.value)}
    />
  );
}

const inputType: Partial<Record<FormField['kind'], string>> = {
  number: 'number',
  secret: 'password',
};

interface Words {
  readonly label: string;
  readonly hint: string;
  readonly wrong: string | undefined;
  readonly required: boolean;
}

interface ChoiceProps {
  readonly field: FormField;
  readonly words: Words;
  readonly entry: string;
  readonly onEnter: (entry: Entry) => void;
}

function AgentChoice({ field, words, entry, onEnter }: ChoiceProps): ReactElement {
  return (
    <AgentSelect
      label={words.label}
      hint={words.hint}
      wrong={words.wrong}
      companyId={useCompany().id}
      none="not set"
      among={presentBut(field.except)}
      value={entry}
      onPick={onEnter}
    />
  );
}

function Choice({ field, words, entry, onEnter }: ChoiceProps): ReactElement {
  const { options = [], words: named = {}, fallback } = field;
  const none = fallback === undefined ? 'not set' : `${named[fallback] ?? fallback} (default)`;
  return (
    <Select
      label={words.label}
      hint={words.hint}
      wrong={words.wrong}
      value={entry}
      options={[
        ...(words.required && entry !== '' ? [] : [['', none] as const]),
        ...options.map((each) => [each, named[each] ?? each] as const),
      ]}
      onPick={onEnter}
    />
  );
}

const Switch = ({
  label,
  hint,
  on,
  onEnter,
}: Words & {
  readonly on: boolean;
  readonly onEnter: (entry: Entry) => void;
}): ReactElement => (
  <Check
    word={
      <>
        <strong>{label}</strong> <span className="dim">{hint}</span>
      </>
    }
    on={on}
    onSwitch={(next) => onEnter(`${next}`)}
  />
);
