import { runnerConfig } from '@muster/runner/config';
import { setupConfig } from '@muster/setup';
import { commandVariables } from './command-variables.ts';
import { readableJson } from './json.ts';
import type { ConfigSchema, Sources } from './sources.ts';

interface Documented {
  readonly of: string[];
  is?: string;
  /** What the commands do with it. */
  inCommands?: string;
}

/**
 * Which process of the local stack documents which variable, as a file: the launcher stays while the
 * system runs, and would keep the schemas of all services in memory for the names alone.
 */
export function renderLocalVariables({ baseConfig, services }: Sources): string {
  const found: Record<string, Documented> = {};
  const at = (name: string): Documented => (found[name] ??= { of: [] });
  const addAll = (process: string, { shape }: ConfigSchema): void => {
    for (const [name, { description = '' }] of Object.entries(shape)) {
      at(name).of.push(process);
      at(name).is ??= description;
    }
  };
  for (const { contract, config } of services) {
    addAll(contract.name, { shape: { ...baseConfig.shape, ...config?.shape } });
  }
  addAll('runner', runnerConfig);
  addAll('setup', setupConfig);
  for (const [name, , is] of commandVariables) at(name).inCommands = is;
  return `${readableJson(found)}\n`;
}
