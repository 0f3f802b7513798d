/** The types of the client's package are rendered from the contracts; those of the sources are inferred from them. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderOperationTypes } from '@muster/client/packed-types';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './workspaces.ts';

/** Below the client, so that its sources and what they import are found from there. */
const parent = join(root, 'libs/client/node_modules/.cache');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'types-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A name for each field of an operation, and of what lies in it: deeper ones are fields of records that others have, too. */
const comparison = `
import type * as Own from '../../../src/operations.ts';
import type * as Packed from './packed.ts';

type Item<T> = T extends readonly (infer Each)[] ? Each : T;
type Keys<T, OfAnyKey extends string> = 0 extends 1 & T
  ? never
  : T extends readonly unknown[]
    ? never
    : T extends object
      ? string extends keyof T ? OfAnyKey : keyof T & string
      : never;
type Inner<T, OfAnyKey extends string> = T extends object
  ? { [K in Keys<T, never>]: K extends keyof T ? \`\${K}.\${Keys<Item<T[K]>, OfAnyKey>}\` : never }[Keys<T, never>]
  : never;
type Fields<T, OfAnyKey extends string> = Keys<Item<T>, OfAnyKey> | Inner<Item<T>, OfAnyKey>;
/** A record over the values of an enumeration is packed as one of any key. */
type Missing<A, B> = {
  [N in keyof A]: N extends keyof B
    ? Exclude<Fields<A[N], never>, Fields<B[N], string>> extends infer Lost
      ? [Lost] extends [never] ? never : [N, Lost]
      : never
    : N;
}[keyof A];
type None<T extends never> = T;

export type OfInputs = None<Missing<Own.Inputs, Packed.Inputs>>;
export type OfOutputs = None<Missing<Own.Outputs, Packed.Outputs>>;
type Codes = { [N in keyof Own.Codes]: AnyCode extends Own.Codes[N] ? never : Exclude<Own.Codes[N], Packed.Codes[N]> };
type AnyCode = Own.Codes[keyof Own.Codes];
export type OfCodes = None<Codes[keyof Codes]>;
export type OfPaged = None<Exclude<Own.PagedName, Packed.PagedName>>;
export type OfLive = None<Exclude<Own.LiveName, Packed.LiveName>>;
`;

/** What the compiler finds to be missing in the types that are packed. */
async function missingIn(packed: string): Promise<string> {
  writeFileSync(join(folder, 'packed.ts'), packed);
  writeFileSync(join(folder, 'compare.ts'), comparison);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['.'], exclude: [] }),
  );
  const compiler = join(root, 'node_modules/.bin/tsc');
  const ended = promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false']);
  const { stdout } = await ended.catch((error: { stdout: string }) => error);
  return stdout;
}

/** Seconds where nothing else runs. */
const COMPILE_MS = 240_000;
describe('the types of the package of the client', { timeout: COMPILE_MS }, () => {
  it('have every operation, field and refusal that those of the sources have', async () => {
    expect(await missingIn(await renderOperationTypes())).toBe('');
  });

  it('are told apart by one field', async () => {
    const types = await renderOperationTypes();
    const without = types.replace(/^identifier: .*\n/m, '');
    expect(without).not.toBe(types);
    expect(await missingIn(without)).toMatch(/\["\w+", "[^"]*identifier"/);
  });
});
