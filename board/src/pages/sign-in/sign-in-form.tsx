/** The ways in that this installation has: the password of a person, a board token, an identity provider. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { pageSecret } from '../../api/page-secret.ts';
import { signInWithPassword, signInWithToken } from '../../api/sign-in.ts';
import { instanceQuery } from '../../cache/queries.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './sign-in.module.css';

interface Props {
  readonly onEntered: () => Promise<void>;
  /** Where a provider leads back to. */
  readonly returnTo: string;
}

export function SignInForm({ onEntered, returnTo }: Props): ReactElement {
  const [way, setWay] = useState<'password' | 'token'>('password');
  const attempt = useMutation({
    mutationFn: async (fields: { name: string; secret: string }) => {
      await (way === 'token'
        ? signInWithToken(fields.secret.trim())
        : signInWithPassword(fields.name.trim(), fields.secret));
      await onEntered();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ name: textIn(form, 'name'), secret: textIn(form, 'secret') });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <div className={css.ways} role="radiogroup" aria-label="Way to sign in">
        <Way word="E-mail and password" on={way === 'password'} onPick={() => setWay('password')} />
        <Way word="Board token" on={way === 'token'} onPick={() => setWay('token')} />
      </div>
      {way === 'password' ? <PasswordFields /> : <TokenField />}
      <ProblemNote error={attempt.error} />
      <Button look="main" type="submit" disabled={attempt.isPending}>
        Sign in
      </Button>
      <Provider returnTo={returnTo} />
    </form>
  );
}

/** The browser comes back with a code that only this page can use. */
function Provider({ returnTo }: { readonly returnTo: string }): ReactElement | null {
  const offered = useQuery(instanceQuery).data?.signIn.provider ?? false;
  const departure = useMutation({
    mutationFn: () => call('signInWithProvider', { returnTo, pageSecret: pageSecret() }),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (!offered) return null;
  return (
    <>
      <Button disabled={departure.isPending} onClick={() => departure.mutate()}>
        Sign in with the identity provider
      </Button>
      <ProblemNote error={departure.error} />
    </>
  );
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

const Way = ({
  word,
  on,
  onPick,
}: {
  readonly word: string;
  readonly on: boolean;
  readonly onPick: () => void;
}): ReactElement => (
  <label>
    <input type="radio" name="way" checked={on} onChange={onPick} /> {word}
  </label>
);

const PasswordFields = (): ReactElement => (
  <>
    <Field key="name" label="E-mail" name="name" type="email" autoComplete="username" required />
    <Field
      key="password"
      label="Password"
      name="secret"
      type="password"
      autoComplete="current-password"
      required
    />
  </>
);

const TokenField = (): ReactElement => (
  <Field
    key="token"
    label="Board token"
    name="secret"
    type="password"
    autoComplete="off"
    hint="The start command keeps the first one in the board-token file in its data folder. The session ends with the token."
    required
  />
);
