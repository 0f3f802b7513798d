/**
 * Profiles: which installation, with which credential. Each is a file that its user alone can read, and its token
 * is sent to the address that it was given for and to no other.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { privateFolder, writeSecret } from '@muster/private-files';
import { Ended } from '../exit-code.ts';

export interface Profile {
  readonly url: string;
  readonly token: string;
  /** The company of commands that name none. */
  readonly companyId?: string;
}

const CURRENT = 'current';
const OWNER_WRITES = 0o600;
const NAME = /^[a-z0-9][a-z0-9-]{0,49}$/;

/** `$XDG_CONFIG_HOME/muster`, as other programs have theirs. */
export function profilesFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'muster', 'profiles');
}

const fileOf = (name: string): string => join(profilesFolder(), `${requireName(name)}.json`);

function requireName(name: string): string {
  if (NAME.test(name) && name !== CURRENT) return name;
  throw new Ended('usage', `"${name}" is no name of a profile`, 'letters, digits and dashes');
}

export function listProfiles(): string[] {
  if (!existsSync(profilesFolder())) return [];
  return readdirSync(profilesFolder())
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted();
}

export function currentName(): string {
  const path = join(profilesFolder(), CURRENT);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'default';
}

export function findProfile(name: string): Profile | undefined {
  const file = fileOf(name);
  if (!existsSync(file)) return undefined;
  const { url, token, companyId }: Partial<Profile> = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof url !== 'string' || typeof token !== 'string') {
    throw new Ended('failed', `${file} is no profile`, 'remove it, and log in again');
  }
  return { url, token, ...(typeof companyId === 'string' ? { companyId } : {}) };
}

export function saveProfile(name: string, profile: Profile): string {
  const file = fileOf(name);
  writePrivate(file, `${JSON.stringify(profile, null, 2)}\n`);
  return file;
}

export function chooseProfile(name: string): void {
  writePrivate(join(profilesFolder(), CURRENT), `${requireName(name)}\n`);
}

/** Its user may change it by hand. */
function writePrivate(file: string, text: string): void {
  privateFolder(profilesFolder());
  writeSecret(file, text);
  chmodSync(file, OWNER_WRITES);
}

export function removeProfile(name: string): boolean {
  const file = fileOf(name);
  if (!existsSync(file)) return false;
  rmSync(file);
  return true;
}
