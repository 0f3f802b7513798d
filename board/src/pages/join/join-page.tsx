/**
 * An invited person chooses a name and a password. The token leaves the address at once, so that it is in no
 * history, and the page says for which address it is before anything happens.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf, isProblem } from '../../api/problem.ts';
import { signInWithPassword } from '../../api/sign-in.ts';
import { takeCode } from '../../api/take-code.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from '../sign-in/sign-in.module.css';
import { useEnter } from '../sign-in/sign-in-page.tsx';

/** The shortest password that the API takes. */
const PASSWORD_MIN = 12;

export function JoinPage(): ReactElement {
  const [token] = useState(takeCode);
  const invitation = useQuery({
    queryKey: ['invitation'],
    queryFn: () => call('getUserInvitation', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  });
  if (token === '' || isProblem(invitation.error, 'token_not_found')) return <Gone />;
  return (
    <div className={css.door}>
      <Page title="Welcome to Muster">
        <ProblemNote error={invitation.error} onRetry={() => void invitation.refetch()} />
        {invitation.data && (
          <Accept token={token} email={invitation.data.email} invitedName={invitation.data.name} />
        )}
      </Page>
    </div>
  );
}

interface Props {
  readonly token: string;
  readonly email: string;
  readonly invitedName: string | null;
}

function Accept({ token, email, invitedName }: Props): ReactElement {
  const [name, setName] = useState(invitedName ?? '');
  const [password, setPassword] = useState('');
  const enter = useEnter();
  const accept = useMutation({
    mutationFn: async () => {
      await call('acceptUserInvitation', { token, name: name.trim(), password });
      await signInWithPassword(email, password);
      await enter();
    },
  });
  const ready = name.trim() !== '' && password.length >= PASSWORD_MIN;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !accept.isPending) accept.mutate();
      }}
    >
      <p>
        You are invited as{' '}
        <strong>
          <Text of={email} />
        </strong>
        , at <strong>{location.host}</strong>. Choose how you sign in.
      </p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field
        label="Your name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first question of this screen
        autoFocus
        required
        maxLength={100}
        autoComplete="name"
        value={name}
        wrong={detailOf(accept.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        hint={`At least ${PASSWORD_MIN} characters.`}
        wrong={detailOf(accept.error, 'password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ProblemNote error={accept.error} />
      {isProblem(accept.error, 'account_exists') && (
        <p>
          <Link to="/sign-in" search={{ to: '/me' }}>
            Sign in with your account
          </Link>
          , and accept the invitation on your own page.
        </p>
      )}
      <Button look="main" type="submit" disabled={!ready || accept.isPending}>
        Join
      </Button>
    </form>
  );
}

const Gone = (): ReactElement => (
  <div className={css.door}>
    <Page title="This invitation has been used or has expired">
      <p className={css.form}>
        <span>
          Ask the person who invited you for another link. If you have joined already,{' '}
          <Link to="/sign-in">sign in</Link>.
        </span>
      </p>
    </Page>
  </div>
);
