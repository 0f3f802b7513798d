/** Writes a document, with a look at how it will be read. What others have written meanwhile is shown. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import {
  documentQuery,
  readDocument,
  useWriteDocument,
  type DocumentOwner,
  type DocumentText,
} from '../../cache/document-queries.ts';
import { useEdit } from '../../cache/edit.ts';
import { keyOf } from '../../domain/documents/document-sizes.ts';
import { Area, Field } from '../../ui/controls.tsx';
import { Check, FormDialog } from '../../ui/form.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';

interface Props {
  readonly of: DocumentOwner;
  readonly onClose: () => void;
}

export function NewDocument({ of, onClose }: Props): ReactElement {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const save = useWriteDocument(of, onClose);
  const key = keyOf(name);
  return (
    <FormDialog
      title="A new document"
      verb="Save"
      error={save.error}
      isPending={save.isPending}
      ready={key !== '' && text.trim() !== ''}
      onSubmit={() => save.mutate({ document: key, body: text, ifVersion: 0 })}
      onClose={onClose}
    >
      <Field
        label="Key"
        hint={key === '' || key === name ? 'The name used in addresses, such as plan' : key}
        required
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextOf text={text} onChange={setText} />
    </FormDialog>
  );
}

/** It is read anew, so that its newest version is what is changed. */
export function WriteDocument({
  of,
  document,
  onClose,
}: Props & { readonly document: string }): ReactElement | null {
  const { id } = useCompany();
  const text = useQuery(documentQuery(id, of, document));
  // Once it is open, a newer version is found by the attempt to save.
  const [first, setFirst] = useState<DocumentText | undefined>();
  if (!first && text.data) setFirst(text.data);
  return first ? <Editor {...{ of, onClose }} first={first} /> : null;
}

const fieldsOf = (row: DocumentText | undefined) => ({ text: row?.body ?? '' });

function Editor({ of, first, onClose }: Props & { readonly first: DocumentText }): ReactElement {
  const [note, setNote] = useState('');
  const { fields, theirs, isTouched, set, over } = useEdit(first, {
    fieldsOf,
    read: () => readDocument(of, first.key),
  });
  const save = useWriteDocument(of, onClose, over);
  const withNote = note.trim() === '' ? {} : { note };
  return (
    <FormDialog
      title={`Change ${first.key}`}
      verb="Save"
      error={save.error}
      isPending={save.isPending}
      ready={isTouched && fields.text.trim() !== ''}
      theirs={[['Text', theirs.text]]}
      onSubmit={() => save.mutate({ document: first.key, body: fields.text, ...withNote })}
      onClose={onClose}
    >
      <TextOf text={fields.text} onChange={(text) => set({ text })} />
      <Field
        label="Note on the change"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

function TextOf({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}): ReactElement {
  const [isPreview, setIsPreview] = useState(false);
  return (
    <>
      {isPreview ? (
        <section aria-label="Preview">
          <Prose text={text} />
        </section>
      ) : (
        <Area
          label="Text"
          hint="Markdown, at most 512 KB"
          rows={16}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <Check word="Preview" on={isPreview} onSwitch={setIsPreview} />
    </>
  );
}
