import { placeOf, placeOfSetup } from '@muster/deploy/settings';
import { setupConfig } from '@muster/setup';
import { commandVariables } from './command-variables.ts';
import { code, page, table } from './markdown.ts';
import type { ConfigSchema, Material } from './material.ts';

/** Every environment variable that the services read, from the schemas that check them. */
export function renderConfiguration({ baseConfig, services }: Material): string {
  const known = new Set(Object.keys(baseConfig.shape));
  const own = services.flatMap(({ contract, config }) => {
    if (config === undefined) return [];
    const rows = variables(config).filter(([name = '']) => !known.has(name.replaceAll('`', '')));
    return rows.length === 0 ? [] : [`## ${contract.name}\n\n${table(head, rows)}`];
  });
  const everywhere = `## Every service\n\n${table(head, variables(baseConfig))}`;
  const setup = `## The setup command\n\n${table(head, variables(setupConfig, placeOfSetup))}`;
  return page('# Configuration', intro, everywhere, ...own, setup, commands());
}

const head = ['variable', 'default', 'in a cluster', 'what it is'];

function commands(): string {
  const rows = commandVariables.map(([name, fallback, is]) => [code(name), fallback, is]);
  return `## Commands and tests\n\n${table(['variable', 'default', 'what it is'], rows)}`;
}

const intro = `Services read their configuration from the environment and check all of it at start;
a service that lacks something says what and does not start. \`X_FILE\` names a file that holds the
value of \`X\`, for each variable here.

Each has one place. In a cluster that is the ConfigMap \`muster\`, which your overlay merges into
(\`muster-<service>\` for one service alone), or a key of a Secret; what the pod says fits its
ports and volumes, and what is to be left names things that the manifests take for granted. With
compose it is \`deploy/secrets/settings.env\`, for all services. How to:
[Installing](operations/install.md).`;

function variables(schema: ConfigSchema, place = placeOf): string[][] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const absent = field.safeParse(undefined);
    const missing = absent.success ? '' : '**required**';
    const value = absent.success && absent.data !== undefined ? code(shown(absent.data)) : missing;
    return [code(name), value, place(name), field.description ?? ''];
  });
}

const shown = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
