/** The reader's own account: how pages look here, how they sign in, and what acts in their name. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { instanceQuery, sessionQuery } from '../../cache/queries.ts';
import { useWrite } from '../../cache/write.ts';
import { providerFault } from '../../domain/people/provider-faults.ts';
import { setTheme, theme, type Theme } from '../../look/theme.ts';
import { Button, Field, Select } from '../../ui/controls.tsx';
import { Check, Form } from '../../ui/form.tsx';
import { singleKeysAreOn, switchSingleKeys } from '../../ui/keys.ts';
import { Section } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import settings from '../settings/settings.module.css';
import { OwnActivity } from '../users/account-activity.tsx';
import { OwnInvitations } from './own-invitations.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

export function MePage(): ReactElement {
  const session = useQuery(sessionQuery).data;
  const user = session?.user;
  const { error } = useSearch({ from: '/frame/me' });
  const hasProvider = useQuery(instanceQuery).data?.signIn.provider ?? false;
  const email = user?.email ?? undefined;
  const hasPassword = email !== undefined;
  return (
    <Page
      title={user?.name ?? 'You'}
      heading={<Text of={user?.name ?? 'You'} />}
      above={hasPassword && <Text of={email} />}
    >
      <OwnInvitations />
      <Section title="Appearance in this browser">
        <Looks />
      </Section>
      {session?.credential.kind === 'session' && (hasPassword || hasProvider) && (
        <Section title="Signing in">
          {typeof error === 'string' && (
            <p role="alert" className={settings.error}>
              {providerFault(error)}
            </p>
          )}
          {hasPassword && <Password />}
          {hasProvider && <Provider />}
        </Section>
      )}
      <Sessions />
      <Tokens />
      <OwnActivity />
    </Page>
  );
}

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function Looks(): ReactElement {
  const [shown, setShown] = useState(theme);
  const [keys, setKeys] = useState(singleKeysAreOn);
  return (
    <div className={settings.narrow}>
      <Select
        label="Theme"
        value={shown}
        options={themes}
        onPick={(value) => {
          const next = themes.find(([each]) => each === value)?.[0] ?? 'system';
          setTheme(next);
          setShown(next);
        }}
      />
      <Check
        word="Single-key shortcuts: c creates an issue, g i opens the inbox. Press ? to list them all."
        on={keys}
        onSwitch={(on) => {
          switchSingleKeys(on);
          setKeys(on);
        }}
      />
    </div>
  );
}

/** The shortest password that the API takes. */
const PASSWORD_MIN = 12;

function Password(): ReactElement {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useWrite('changePassword', () => {
    setCurrent('');
    setNext('');
  });
  const ready = current !== '' && next.length >= PASSWORD_MIN;
  return (
    <div className={settings.narrow}>
      <Form
        onSubmit={() =>
          ready &&
          !change.isPending &&
          change.mutate({ currentPassword: current, newPassword: next })
        }
      >
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={next}
          hint={`At least ${PASSWORD_MIN} characters. Your other sessions end.`}
          wrong={detailOf(change.error, 'newPassword')}
          onChange={(event) => setNext(event.target.value)}
        />
        <ProblemNote error={change.error} />
        {change.isSuccess && <p role="status">The password is changed.</p>}
        <Button type="submit" disabled={!ready || change.isPending}>
          Change the password
        </Button>
      </Form>
    </div>
  );
}

/** Leaves for the identity provider, and comes back to this page. */
function Provider(): ReactElement {
  const link = useMutation({
    mutationFn: () => call('linkProvider', { returnTo: '/me' }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <div className={settings.narrow}>
      <p className={settings.lead}>
        With your identity linked, the identity provider signs you in instead of the password.
      </p>
      <ProblemNote error={link.error} />
      <Button disabled={link.isPending} onClick={() => link.mutate()}>
        Link my identity
      </Button>
    </div>
  );
}
