/**
 * Passwords are hashed slowly on purpose, on the few threads that name lookups and files need too.
 * So only some are hashed at a time, the others wait their turn, and too many are told to come
 * back.
 */
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

const underWay = new Map<string, Promise<string>>();

/**
 * The hash of a password that somebody chooses for one purpose. A request that is sent again while
 * its first attempt waits here joins it: on a busy machine it would make more of the work that it
 * waits for.
 */
export function hashOnce(purpose: string, password: string): Promise<string> {
  const key = `${purpose} ${password}`;
  const running = underWay.get(key);
  if (running) return running;
  const started = hashPassword(password).finally(() => underWay.delete(key));
  underWay.set(key, started);
  return started;
}

export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  inTurn(() => verify(given));
