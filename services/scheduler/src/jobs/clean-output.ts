/** What an agent prints is shown to people: its credentials are masked first. */
import { REDACTED, redact } from '@muster/contracts';
import { z } from 'zod';

/** Shorter values would mask ordinary words. */
const SECRET_MIN_LENGTH = 8;
const token = /\bmst_(?:agent|board|run)_[\w.-]+/g;

const WithVariables = z.object({ env: z.record(z.string(), z.string()).catch({}) });

/** Masks the run's token, whatever has a token's shape, and the secrets of the configuration. */
export function cleaner(runToken: string, config: object): (text: string) => string {
  const { env } = WithVariables.catch({ env: {} }).parse(config);
  const secrets = Object.entries(env)
    .filter(([name, value]) => value.length >= SECRET_MIN_LENGTH && isSecret(name, value))
    .map(([, value]) => value);
  const hidden = [runToken, ...secrets];
  return (text) =>
    hidden
      .reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text)
      .replace(token, REDACTED);
}

const isSecret = (name: string, value: string): boolean => {
  const shown = redact({ [name]: value }) as Record<string, unknown>;
  return shown[name] === REDACTED;
};
