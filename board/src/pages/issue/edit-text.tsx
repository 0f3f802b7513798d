import type { Output } from '../../api/operations.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import type { useChangeIssue } from '../../cache/change-issue.ts';
import { Area, Button, Field } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './issue.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
  readonly onClose: () => void;
}

/** Title and text. Only what was changed is sent, so that it collides with nothing else. */
export function EditText({ issue, change, onClose }: Props): ReactElement {
  const [key] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(issue.title);
  const [text, setText] = useState(issue.description ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const fields = {
      ...(title === issue.title ? {} : { title }),
      ...(text === (issue.description ?? '') ? {} : { description: text }),
    };
    if (Object.keys(fields).length > 0) change.mutate({ issue, change: fields, key });
    onClose();
  };
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
        <Area
          label="Text"
          hint="Markdown"
          rows={12}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={css.ends}>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" type="submit" disabled={title.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
