/** The session has ended while a page was open: the page stays, with what was being written. */
import { useState, type ReactElement } from 'react';
import { useGoOn } from '../../cache/session.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

export function SignInAgain(): ReactElement {
  const [open, setOpen] = useState(true);
  const goOn = useGoOn();
  if (!open) {
    return (
      <div role="status" className={css.bar}>
        You are signed out. This page stays as it was.
        <Button look="main" onClick={() => setOpen(true)}>
          Sign in
        </Button>
      </div>
    );
  }
  return (
    <Dialog label="Sign in again" onClose={() => setOpen(false)}>
      <h1>Your session has ended</h1>
      <p>Sign in to continue where you were. Your text is still here.</p>
      <SignInForm onEntered={goOn} returnTo={location.pathname + location.search} />
    </Dialog>
  );
}
