import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { oneLine } from '../../domain/visible.ts';
import { Area, Button, Field } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useKeyFor } from './key-for.ts';
import css from './start.module.css';

export interface NewIssue {
  readonly title: string;
  readonly description: string;
  readonly key: string;
}

interface Props {
  readonly create: UseMutationResult<unknown, Error, NewIssue>;
  readonly agentName: string;
}

export function IssueStep({ create, agentName }: Props): ReactElement {
  const [title, setTitle] = useState('Count the files of your folder and report');
  const [description, setDescription] = useState(
    'List what is there, with sizes. Write what you found as a comment, and ask for a review.',
  );
  const key = useKeyFor(`${title}\n${description}`);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) create.mutate({ title, description, key });
      }}
    >
      <p className={css.words}>
        The issue is assigned to {oneLine(agentName)}, which wakes it. You will see its work live.
      </p>
      <Field
        label="Title"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter takes what is answered already
        autoFocus
        required
        maxLength={500}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Area
        label="Text"
        rows={4}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <ProblemNote error={create.error} />
      <Button
        look="main"
        type="submit"
        hotkey="↵"
        disabled={create.isPending || title.trim() === ''}
      >
        Start the work
      </Button>
    </form>
  );
}
