/** The answer to a program: where, how far, until when; or no. */
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { forgetAuthorization } from '../../api/authorization-query.ts';
import type { Input, Output } from '../../api/operations.ts';
import { companiesQuery, sessionQuery } from '../../cache/queries.ts';
import { useWrite } from '../../cache/write.ts';
import { reachAsked, reaches } from '../../domain/people/reach.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button, Select } from '../../ui/controls.tsx';
import { Pair } from '../../ui/form.tsx';
import { Text } from '../../ui/text.tsx';
import css from '../sign-in/sign-in.module.css';
import { Fault } from './fault.tsx';

export type Question = Pick<Input<'getAuthorizationRequest'>, 'request' | 'userCode'>;

const DAY_MS = 86_400_000;
type Days = '1' | '30' | '90' | '365';
const ends: readonly (readonly [Days, string])[] = [
  ['1', 'For a day'],
  ['30', 'For 30 days'],
  ['90', 'For 90 days'],
  ['365', 'For a year'],
];

interface Props {
  readonly asked: Output<'getAuthorizationRequest'>;
  readonly question: Question;
}

export function Consent({ asked, question }: Props): ReactElement {
  const companies = useQuery(companiesQuery).data ?? [];
  const [reach, setReach] = useState(() => reachAsked(asked));
  const [picked, setPicked] = useState<string | undefined>();
  const [days, setDays] = useState<Days>('30');
  const decide = useWrite('decideAuthorizationRequest', ({ redirectTo }) => {
    forgetAuthorization();
    if (redirectTo !== null) location.assign(redirectTo);
  });
  const company = picked ?? companies[0]?.id ?? '';
  const allow = (event: FormEvent): void => {
    event.preventDefault();
    decide.mutate({
      ...question,
      approve: true,
      readOnly: reach === 'read',
      ...(reach === 'read' ? {} : { mayDecide: reach === 'decide' }),
      ...(company === '' ? {} : { companies: [company] }),
      expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    });
  };
  if (decide.data) return <Answered allowed={decide.variables} />;
  return (
    <form className={css.form} onSubmit={allow}>
      <Asker asked={asked} />
      <Select label="It may" value={reach} options={reaches} onPick={setReach} />
      <Pair>
        <Select
          label="In"
          value={company}
          options={[
            ...companies.map((each) => [each.id, oneLine(each.name)] as const),
            ['', 'All companies'],
          ]}
          onPick={setPicked}
        />
        <Select label="Until" value={days} options={ends} onPick={setDays} />
      </Pair>
      {decide.error && <Fault error={decide.error} />}
      <Button look="main" type="submit" disabled={decide.isPending}>
        Allow
      </Button>
      <Button
        disabled={decide.isPending}
        onClick={() => decide.mutate({ ...question, approve: false })}
      >
        Refuse
      </Button>
    </form>
  );
}

/** The name is the program's own word; the rest it cannot choose. */
function Asker({ asked }: Pick<Props, 'asked'>): ReactElement {
  const { program, resource, leadsTo } = asked;
  const user = useQuery(sessionQuery).data?.user;
  return (
    <>
      <p>
        A program that calls itself{' '}
        <strong>
          <Text of={program.name} />
        </strong>
        {program.host !== null && (
          <>
            {' '}
            and is described at <strong>{program.host}</strong>
          </>
        )}{' '}
        wants to act as{' '}
        <strong>
          <Text of={user?.name ?? 'you'} />
        </strong>{' '}
        at <strong>{location.host}</strong>
        {resource === 'api' ? ', with the whole interface.' : ', with the tools for models.'}
      </p>
      <p>
        {leadsTo === null ? (
          <>
            Allow it only if you have just started it yourself, and this code is on its screen. A
            code from a message or a call is an attack.
          </>
        ) : (
          <>
            Your answer goes to <strong>{leadsTo}</strong>. Allow it only if you have just started
            the program yourself.
          </>
        )}
      </p>
    </>
  );
}

function Answered({ allowed }: { readonly allowed: unknown }): ReactElement {
  const { approve } = Object(allowed) as { readonly approve?: boolean };
  return (
    <p role="status" className={css.form}>
      {approve
        ? 'The program has access now. You can close this page; the token is listed under Me, where you can revoke it.'
        : 'The program has no access. You can close this page.'}
    </p>
  );
}
