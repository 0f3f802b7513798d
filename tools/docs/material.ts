/** Everything the documents are rendered from, read out of the code itself. */
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { composed, contracts, type Contract, type Operation } from '@muster/contracts';
import { baseConfig, type MetricSpecs } from '@muster/service-kit';
import packageFile from '../../package.json' with { type: 'json' };
import { type Machine, machinesIn } from './machines.ts';

/** The part of a service's definition that the documents show. */
export type Definition = {
  readonly contract: Contract;
  readonly reactions: Readonly<Record<string, Heard>>;
  readonly config?: ConfigSchema;
  readonly metrics?: MetricSpecs;
};
export type Heard = {
  readonly producer: Contract;
  readonly events: readonly string[];
};
/** What is needed of a zod schema of environment variables. */
export type ConfigSchema = {
  readonly shape: Readonly<Record<string, Variable>>;
};
export type Variable = {
  readonly description?: string | undefined;
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
};

export type Material = {
  readonly version: string;
  readonly contracts: readonly Contract[];
  readonly composed: Readonly<Record<string, Operation>>;
  readonly services: readonly Definition[];
  readonly baseConfig: ConfigSchema;
  readonly machines: readonly Machine[];
};

const root = join(import.meta.dirname, '../..');

export async function readMaterial(): Promise<Material> {
  const services = await Promise.all(contracts.map(({ name }) => definitionOf(name)));
  return {
    version: packageFile.version,
    contracts,
    composed,
    services: services.filter((found) => found !== undefined),
    baseConfig,
    machines: await readMachines(),
  };
}

async function definitionOf(service: string): Promise<Definition | undefined> {
  const path = join(root, 'services', service, 'src/service.ts');
  if (!existsSync(path)) return undefined;
  return Object.values(await load(path)).find(isDefinition);
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'contract' in value && 'reactions' in value;
}

async function readMachines(): Promise<Machine[]> {
  const paths = globSync('services/*/src/domain/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted();
  const found = await Promise.all(
    paths.map(async (path) => {
      const [, service = ''] = path.split('/');
      return machinesIn(service, basename(path, '.ts'), await load(join(root, path)));
    }),
  );
  return found.flat();
}

async function load(path: string): Promise<object> {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href);
  return typeof loaded === 'object' && loaded !== null ? loaded : {};
}
