/** Everything that the documents are rendered from, read from the code. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { composed, contracts, type Contract, type Operation } from '@muster/contracts';
import { baseConfig, VERSION, type MetricSpecs } from '@muster/service-kit';
import { type Machine, machinesIn } from './machines.ts';

/** The parts of a service's definition that the documents need. */
export interface ServiceDefinition {
  readonly contract: Contract;
  readonly reactions: Readonly<Record<string, Subscription>>;
  readonly config?: ConfigSchema;
  readonly metrics?: MetricSpecs;
  readonly agedRows?: readonly { readonly table: string }[];
}
export interface Subscription {
  readonly producer: Contract;
  readonly events: readonly string[];
}
/** The parts of a zod schema of environment variables that the documents need. */
export interface ConfigSchema {
  readonly shape: Readonly<Record<string, Variable>>;
}
export interface Variable {
  readonly description?: string | undefined;
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

export interface Sources {
  readonly version: string;
  readonly contracts: readonly Contract[];
  readonly composed: Readonly<Record<string, Operation>>;
  readonly services: readonly ServiceDefinition[];
  readonly baseConfig: ConfigSchema;
  readonly machines: readonly Machine[];
}

const root = join(import.meta.dirname, '../..');

export async function readSources(): Promise<Sources> {
  const services = await Promise.all(contracts.map(({ name }) => definitionOf(name)));
  return {
    version: VERSION,
    contracts,
    composed,
    services: services.filter((found) => found !== undefined),
    baseConfig,
    machines: await readMachines(),
  };
}

async function definitionOf(service: string): Promise<ServiceDefinition | undefined> {
  const path = join(root, 'services', service, 'src/service.ts');
  if (!existsSync(path)) return undefined;
  return Object.values(await load(path)).find(isDefinition);
}

function isDefinition(value: unknown): value is ServiceDefinition {
  return typeof value === 'object' && value !== null && 'contract' in value && 'reactions' in value;
}

async function readMachines(): Promise<Machine[]> {
  const places = ['services/*/src/{,*/}domain/*.ts', 'services/*/test/fixtures/*-verdicts.ts'];
  const paths = globSync(places, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted();
  const found = await Promise.all(
    paths.map(async (path) => {
      const [, service = ''] = path.split('/');
      return machinesIn(service, path, await load(join(root, path)));
    }),
  );
  return found.flat();
}

async function load(path: string): Promise<object> {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href);
  return typeof loaded === 'object' && loaded !== null ? loaded : {};
}
