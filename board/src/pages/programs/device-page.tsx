/** The code that a program without a browser shows is typed here, or comes with the address. */
import { useState, type FormEvent, type ReactElement } from 'react';
import { authorizationQuery } from '../../api/authorization-query.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { Page } from '../../ui/page.tsx';
import css from '../sign-in/sign-in.module.css';
import { Asked } from './authorize-page.tsx';
import { SignedIn } from './signed-in.tsx';

export function DevicePage(): ReactElement {
  const [typed, setTyped] = useState(
    () => new URLSearchParams(authorizationQuery()).get('user_code') ?? '',
  );
  const [userCode, setUserCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setUserCode(typed.trim());
  };
  return (
    <div className={css.door}>
      <Page title="A program asks for access">
        <SignedIn>
          <form className={css.form} onSubmit={submit}>
            <Field
              label="Code"
              required
              maxLength={50}
              value={typed}
              autoComplete="off"
              hint="The program shows it. Compare it letter by letter."
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" disabled={typed.trim() === ''}>
              Continue
            </Button>
          </form>
          {userCode !== '' && <Asked key={userCode} question={{ userCode }} />}
        </SignedIn>
      </Page>
    </div>
  );
}
