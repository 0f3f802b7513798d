/** Two ways in: the board token of this installation, or the password of a person. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactElement } from 'react';
import { signInWithPassword, signInWithToken } from '../../api/sign-in.ts';
import { safeAddress } from '../../domain/markdown.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './sign-in.module.css';

export function SignInPage(): ReactElement {
  const [way, setWay] = useState<'password' | 'token'>('password');
  const enter = useEnter();
  const attempt = useMutation({
    mutationFn: async (fields: { name: string; secret: string }) => {
      await (way === 'token'
        ? signInWithToken(fields.secret.trim())
        : signInWithPassword(fields.name.trim(), fields.secret));
      await enter();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ name: textIn(form, 'name'), secret: textIn(form, 'secret') });
  };
  return (
    <div className={css.door}>
      <Page title="Sign in to Muster">
        <form className={css.form} onSubmit={submit}>
          <div className={css.ways} role="radiogroup" aria-label="Way to sign in">
            <Way
              word="E-mail and password"
              on={way === 'password'}
              onPick={() => setWay('password')}
            />
            <Way word="Board token" on={way === 'token'} onPick={() => setWay('token')} />
          </div>
          {way === 'password' ? <PasswordFields /> : <TokenField />}
          <ProblemNote error={attempt.error} />
          <Button look="main" type="submit" disabled={attempt.isPending}>
            Sign in
          </Button>
        </form>
      </Page>
    </div>
  );
}

/** Goes where the reader wanted to go, with nothing of an earlier session. */
export function useEnter(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { to }: { to?: unknown } = useSearch({ strict: false });
  const target = typeof to === 'string' ? safeAddress(to) : undefined;
  return async () => {
    client.clear();
    await navigate({ to: target?.startsWith('/') ? target : '/', replace: true });
  };
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
    hint="The start command keeps the first one in the file board-token of its data folder. The session ends with the token."
    required
  />
);
