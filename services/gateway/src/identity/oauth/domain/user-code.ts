/** What a person types from one screen into another: no vowels, so no words, and nothing that looks alike. */
import { randomInt } from 'node:crypto';

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const HALF = 4;

export function makeUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}

/** As it was meant: however it was typed. */
export const userCodeIn = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
