/** What the proof has seen of each program: docs/operations/programs.json, from which the table of runners is rendered. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliAgentType } from '@muster/contracts';

const FILE = join(import.meta.dirname, '../../docs/operations/programs.json');

export type Capability =
  | 'work'
  | 'commit'
  | 'tokens'
  | 'resume'
  | 'cancel'
  | 'firstBytes'
  | 'status401'
  | 'status500'
  | 'silence'
  | 'commitInSandbox'
  | 'gateway';

type Seen = Partial<Record<CliAgentType, string>>;

/** Once it was seen, so after what the test expects of it. Only `pnpm proof` records. */
export function noteCapability(type: CliAgentType, capability: Capability, seen: string): void {
  if (process.env['PROOF_RESULTS'] === undefined) return;
  const all = existsSync(FILE)
    ? (JSON.parse(readFileSync(FILE, 'utf8')) as Partial<Record<Capability, Seen>>)
    : {};
  const next = { ...all, [capability]: { ...all[capability], [type]: seen } };
  writeFileSync(FILE, `${JSON.stringify(next, null, 2)}\n`);
}
