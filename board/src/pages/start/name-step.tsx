import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { detailOf } from '../../api/problem.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useKeyFor } from './key-for.ts';
import css from './start.module.css';

export interface NewCompany {
  readonly name: string;
  readonly key: string;
}

interface Props {
  readonly create: UseMutationResult<unknown, Error, NewCompany>;
}

export function NameStep({ create }: Props): ReactElement {
  const [name, setName] = useState('');
  const key = useKeyFor(name);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) create.mutate({ name, key });
      }}
    >
      <p className={css.words}>
        Agents work in a company, with issues, budgets and people who approve. Companies share no
        data.
      </p>
      <Field
        label="Name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only question of this screen
        autoFocus
        required
        maxLength={200}
        value={name}
        wrong={detailOf(create.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <ProblemNote error={create.error} />
      <Button
        look="main"
        type="submit"
        hotkey="↵"
        disabled={create.isPending || name.trim() === ''}
      >
        Create the company
      </Button>
      <p className={css.words}>
        Or <Link to="/import">import a company</Link> from a package.
      </p>
    </form>
  );
}
