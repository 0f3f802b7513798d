import type { ReactElement } from 'react';
import { detailOf } from '../api/problem.ts';
import { Field } from './controls.tsx';

interface Props {
  readonly value: string;
  /** Of the request that has sent it. */
  readonly error: unknown;
  readonly onEnter: (email: string) => void;
}

/** The address of a person who is invited. */
export const EmailField = ({ value, error, onEnter }: Props): ReactElement => (
  <Field
    label="E-mail"
    type="email"
    required
    value={value}
    hint="Identifies the account. No mail is sent."
    wrong={detailOf(error, 'email')}
    onChange={(event) => onEnter(event.target.value)}
  />
);
