/** Planted secrets, each with the name of what holds it, and the search for them. */
import { randomBytes } from 'node:crypto';

const CHANCE_BYTES = 8;

export interface Canaries {
  /** Plants a secret without a recognizable form. */
  plant(name: string): string;
  /** Plants a secret in the form of a token. */
  plantToken(name: string): string;
  /** Adds a secret that was generated elsewhere. */
  watch(name: string, secret: string): string;
  /** The names whose secrets are in the text, plain or as hexadecimal or base64. */
  foundIn(text: string): string[];
  readonly names: readonly string[];
}

export function newCanaries(): Canaries {
  const forms = new Map<string, readonly string[]>();
  const chance = () => randomBytes(CHANCE_BYTES).toString('hex');
  const watch = (name: string, secret: string): string => {
    forms.set(name, [
      secret,
      Buffer.from(secret).toString('hex'),
      // The last characters depend on the text that follows.
      Buffer.from(secret).toString('base64').slice(0, -4),
    ]);
    return secret;
  };
  return {
    watch,
    plant: (name) => watch(name, `canary-${name.replaceAll(/\W/g, '-')}-${chance()}`),
    plantToken: (name) => watch(name, `ghp_${name.replaceAll(/\W/g, '')}${chance()}`),
    foundIn: (text) =>
      [...forms]
        .filter(([, spellings]) => spellings.some((spelling) => text.includes(spelling)))
        .map(([name]) => name),
    get names() {
      return [...forms.keys()];
    },
  };
}
