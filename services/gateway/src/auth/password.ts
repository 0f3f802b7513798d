/**
 * Passwords are hashed slowly on purpose, on the few threads that name lookups and files need too.
 * So only some are hashed at a time, the others wait their turn, and too many are told to come
 * back.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '@muster/contracts';
import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto';

/** Half of the threads that Node has for such work. */
const AT_ONCE = 2;
/** More would wait longer than the caller does. */
const WAITING_MAX = 40;

let atWork = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork < AT_ONCE) atWork += 1;
  else {
    if (waiting.length >= WAITING_MAX) throw new Refusal('overloaded');
    // Whoever is done hands its place on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/** Longer than a request takes from the door to the operation that stores the hash. */
const KEPT_MS = 10_000;

const kept = new Map<string, Promise<string>>();

/**
 * The hash of a password that somebody chooses for one purpose, made once. The door has it made
 * before it asks the operation, whose attempts are short and may be repeated; where another replica
 * carries the operation out, it is made there again.
 */
export function hashOnce(purpose: string, password: string): Promise<string> {
  const key = createHash('sha256').update(`${purpose} ${password}`).digest('base64url');
  const known = kept.get(key);
  if (known) return known;
  const made = hashPassword(password);
  kept.set(key, made);
  const forget = (): boolean => kept.delete(key);
  made.then(() => void setTimeout(forget, KEPT_MS).unref(), forget);
  return made;
}

export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(() => verify(given));
