/** Planted secrets, each named by its place, and the search for them. */
import { randomBytes } from 'node:crypto';

const CHANCE_BYTES = 8;

export interface Canaries {
  /** Plants a secret without a recognizable form. */
  plant(place: string): string;
  /** Plants a secret in the form of a token. */
  plantToken(place: string): string;
  /** Adds a secret that was generated elsewhere. */
  watch(place: string, secret: string): string;
  /** The places whose secrets are in the text, plain or as hexadecimal or base64. */
  foundIn(text: string): string[];
  readonly places: readonly string[];
}

export function newCanaries(): Canaries {
  const forms = new Map<string, readonly string[]>();
  const chance = () => randomBytes(CHANCE_BYTES).toString('hex');
  const watch = (place: string, secret: string): string => {
    forms.set(place, [
      secret,
      Buffer.from(secret).toString('hex'),
      // The last characters depend on the text that follows.
      Buffer.from(secret).toString('base64').slice(0, -4),
    ]);
    return secret;
  };
  return {
    watch,
    plant: (place) => watch(place, `canary-${place.replaceAll(/\W/g, '-')}-${chance()}`),
    plantToken: (place) => watch(place, `ghp_${place.replaceAll(/\W/g, '')}${chance()}`),
    foundIn: (text) =>
      [...forms]
        .filter(([, spellings]) => spellings.some((spelling) => text.includes(spelling)))
        .map(([place]) => place),
    get places() {
      return [...forms.keys()];
    },
  };
}
