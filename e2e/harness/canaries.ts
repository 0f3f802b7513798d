/** Secrets that only a test knows, each named by where it was put, and the search for them. */
import { randomBytes } from 'node:crypto';

const CHANCE_BYTES = 8;

export type Canaries = {
  /** A word that looks like nothing in particular. */
  plant(place: string): string;
  /** One with the shape of a token. */
  plantToken(place: string): string;
  /** A secret that was made by somebody else. */
  watch(place: string, secret: string): string;
  /** Places of those that the text has, as they are or as hexadecimal or base64. */
  foundIn(text: string): string[];
  readonly places: readonly string[];
};

export function hatchCanaries(): Canaries {
  const forms = new Map<string, readonly string[]>();
  const chance = () => randomBytes(CHANCE_BYTES).toString('hex');
  const watch = (place: string, secret: string): string => {
    forms.set(place, [
      secret,
      Buffer.from(secret).toString('hex'),
      // The end depends on what follows.
      Buffer.from(secret).toString('base64').slice(0, -4),
    ]);
    return secret;
  };
  return {
    watch,
    plant: (place) => watch(place, `canary-${place.replaceAll(/\W/g, '-')}-${chance()}`),
    plantToken: (place) => watch(place, `ghp_${place.replaceAll(/\W/g, '')}${chance()}`),
    foundIn: (text) => [...forms]
      .filter(([, spellings]) => spellings.some((spelling) => text.includes(spelling)))
      .map(([place]) => place),
    get places() {
      return [...forms.keys()];
    },
  };
}
