import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMPOSE = join(import.meta.dirname, '../../../../deploy/compose.yaml');

/**
 * The image of a server in deploy/compose.yaml, with its digest if a variable names one: the official image, or a
 * stand-in that deploy/images/servers.sh has made under its name.
 */
export function imageOf(
  server: string,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const [, image] = new RegExp(`image: (${server}:\\S+)`).exec(readFileSync(COMPOSE, 'utf8')) ?? [];
  if (image === undefined) throw new Error(`${COMPOSE} has no image of ${server}`);
  return image.replace(/\$\{(\w+)-\}/, (_, name: string) => variables[name] ?? '');
}
