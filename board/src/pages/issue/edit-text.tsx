import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import type { useChangeIssue } from '../../cache/change-issue.ts';
import { Area, Button, Field } from '../../ui/controls.tsx';
import { visible } from '../../domain/visible.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './issue.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly onClose: () => void;
}

/**
 * Title and text. Only what the reader has changed is sent. If somebody else has changed the same since, both are
 * shown, and the reader decides: nothing that was written is lost.
 */
export function EditText({ issue, change, onClose }: Props): ReactElement {
  const [seen] = useState(issue);
  const [title, setTitle] = useState(issue.title);
  const [text, setText] = useState(issue.description ?? '');
  const mine = {
    ...(title === seen.title ? {} : { title }),
    ...(text === (seen.description ?? '') ? {} : { description: text }),
  };
  const collides = isProblem(change.error) && change.error.fields.status === 412;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.keys(mine).length === 0) return onClose();
    const write = { issue: collides ? issue : seen, change: mine, key: crypto.randomUUID() };
    change.mutate(write, { onSuccess: onClose });
  };
  const theirs = collides
    ? {
        title: 'title' in mine ? issue.title : undefined,
        text: 'description' in mine ? (issue.description ?? '') : undefined,
      }
    : {};
  return (
    <Dialog label={`Edit ${issue.identifier}`} onClose={onClose} wide>
      <form className={css.form} onSubmit={submit}>
        <Field
          label="Title"
          required
          maxLength={500}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Theirs word="title" is={theirs.title} />
        <Area
          label="Text"
          hint="Markdown"
          rows={12}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Theirs word="text" is={theirs.text} />
        <ProblemNote error={collides ? null : change.error} />
        <div className={css.ends}>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" type="submit" disabled={title.trim() === '' || change.isPending}>
            {collides ? 'Save mine instead' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What somebody else has written meanwhile. */
const Theirs = ({
  word,
  is,
}: {
  readonly word: string;
  readonly is: string | undefined;
}): ReactElement | null =>
  is === undefined ? null : (
    <div role="alert">
      <p>Somebody has changed the {word} meanwhile. It is now:</p>
      <blockquote className="text">{visible(is)}</blockquote>
    </div>
  );
