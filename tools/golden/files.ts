/** The golden files: a folder for each release, with a file for each contract. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composed, contracts, logOperations, type Contract } from '@muster/contracts';
import { VERSION } from '@muster/service-kit';
import { readableJson } from '../docs/json.ts';
import type { Reading } from './accepts.ts';
import { goldenOf, type Golden } from './render.ts';

/** The contracts of the services, the operations of every service, and the composed operations. */
export const goldenContracts: Readonly<Record<string, Pick<Contract, 'operations' | 'events'>>> = {
  ...Object.fromEntries(contracts.map((contract) => [contract.name, contract])),
  log: { operations: logOperations, events: {} },
  composed: { operations: composed, events: {} },
};

/** From the root of the repository. */
export const GOLDEN_FOLDER = 'libs/contracts/golden';

/** The files of the release in development; files of earlier releases never change. */
export const goldenFiles = Object.entries(goldenContracts).map(([name, contract]) => ({
  path: `${GOLDEN_FOLDER}/${VERSION}/${name}.json`,
  render: () => `${readableJson(goldenOf(contract))}\n`,
}));

/** The release that refused values which it did not know. */
const STRICT_RELEASE = '0.1.0';

export const readingOf = (release: string): Reading => ({ isTolerant: release !== STRICT_RELEASE });

export interface GoldenFile {
  readonly release: string;
  readonly contract: string;
  readonly golden: Golden;
}

export function readGoldenFiles(root: string): GoldenFile[] {
  const folder = join(root, GOLDEN_FOLDER);
  return readdirSync(folder)
    .toSorted()
    .flatMap((release) =>
      readdirSync(join(folder, release))
        .toSorted()
        .map((file) => ({
          release,
          contract: file.replace(/\.json$/, ''),
          golden: JSON.parse(readFileSync(join(folder, release, file), 'utf8')) as Golden,
        })),
    );
}
