/**
 * Limits guesses of passwords, and starts of sign-ins at the provider. A guess counts for its
 * account and its address together, so that wrong guesses shut out their own address only; and for
 * the address, which may guess for few accounts. An account that has signed in from an address
 * before is counted by itself there: neighbours that guess do not shut it out.
 */
import { Refusal } from '@muster/contracts';
import { networkOf } from '@muster/egress';
import type { Db } from '@muster/service-kit';
import {
  attemptKey,
  countAttempt,
  hasSucceeded,
  recordSuccess,
  returnAttempt,
  type AttemptKey,
} from '../store/sign-in-attempts.ts';

/** Attempts for one account from one address in fifteen minutes: more than a person mistypes. */
const ACCOUNT_MAX = 20;
/** Higher than for an account, because an office may share an address. */
const ADDRESS_MAX = 100;

export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
}

/** What an attempt was counted by. */
export interface CountedAttempt {
  readonly account: AttemptKey;
  /** Absent for an account that is counted by itself at the address. */
  readonly address?: AttemptKey;
}

const accountKey = ({ account, address }: SignInAttempt): AttemptKey =>
  attemptKey('account at address', `${account} ${networkOf(address)}`);
const addressKey = (address: string): AttemptKey => attemptKey('address', networkOf(address));
const passwordKey = (userId: string): AttemptKey => attemptKey('password of user', userId);

/** Counts an attempt to sign in; refuses if there were too many. */
export async function takeSignInAttempt(db: Db, attempt: SignInAttempt): Promise<CountedAttempt> {
  const account = accountKey(attempt);
  if (await hasSucceeded(db, account)) {
    await take(db, account, ACCOUNT_MAX, 'account');
    return { account };
  }
  const address = addressKey(attempt.address);
  await take(db, address, ADDRESS_MAX, 'address');
  try {
    await take(db, account, ACCOUNT_MAX, 'account');
  } catch (error) {
    // Guesses beyond the limit of one account are no guesses at others.
    if (error instanceof Refusal) await returnAttempt(db, address);
    throw error;
  }
  return { account, address };
}

/**
 * A successful sign-in resets its account, and gives its address the attempt back if it was counted
 * there. An attempt that was not would give back a guess at another account.
 */
export async function forgiveSignInAttempt(
  db: Db,
  { account, address }: CountedAttempt,
): Promise<void> {
  await recordSuccess(db, account);
  if (address !== undefined) await returnAttempt(db, address);
}

/** Only a signed-in user gets here, so all its attempts count together, whatever their address. */
export const takePasswordAttempt = (db: Db, userId: string): Promise<void> =>
  take(db, passwordKey(userId), ACCOUNT_MAX, 'account');

export const forgivePasswordAttempts = (db: Db, userId: string): Promise<void> =>
  recordSuccess(db, passwordKey(userId));

/** A start stores its state and may ask the provider, so the starts of an address are limited. */
export const takeProviderStart = (db: Db, address: string): Promise<void> =>
  take(db, attemptKey('provider start', networkOf(address)), ADDRESS_MAX, 'address');

/** A code is typed; one who guesses codes of others is stopped. */
export const takeUserCodeTry = (db: Db, userId: string): Promise<void> =>
  take(db, attemptKey('user code', userId), ADDRESS_MAX, 'account');

/** Anybody may register a program, or begin the sign-in of a device: each stores a row. */
export const takeProgramStart = (db: Db, address: string): Promise<void> =>
  take(db, attemptKey('program start', networkOf(address)), ADDRESS_MAX, 'address');

async function take(
  db: Db,
  key: AttemptKey,
  max: number,
  by: 'account' | 'address',
): Promise<void> {
  const { attempts, retryAfterSeconds } = await countAttempt(db, key);
  if (attempts > max) throw new Refusal('rate_limited', { by, retryAfterSeconds });
}
