import { locationOf, locationOfSetup } from '@muster/deploy/settings';
import { runnerConfig } from '@muster/runner/config';
import { setupConfig } from '@muster/setup';
import { natsMetricsConfig } from '@muster/setup/nats-metrics-config';
import { commandVariables } from './command-variables.ts';
import { code, page, table } from './markdown.ts';
import type { ConfigSchema, Sources } from './sources.ts';

/** Every environment variable of the services, from the schemas that validate them. */
export function renderConfiguration({ baseConfig, services }: Sources): string {
  const known = new Set(Object.keys(baseConfig.shape));
  const own = services.flatMap(({ contract, config }) => {
    if (config === undefined) return [];
    const rows = variables(config).filter(([name = '']) => !known.has(name.replaceAll('`', '')));
    return rows.length === 0 ? [] : [`## ${contract.name}\n\n${table(head, rows)}`];
  });
  const everywhere = `## Every service\n\n${table(head, variables(baseConfig))}`;
  const setup = `## The setup command\n\n${table(head, variables(setupConfig, locationOfSetup))}`;
  const runner = `## The runner\n\n${table(head, variables(runnerConfig, locationOfRunner))}`;
  const nats = `## The metrics of NATS\n\n${table(head, variables(natsMetricsConfig, locationOf))}`;
  return page('# Configuration', intro, everywhere, ...own, runner, setup, nats, commands());
}

/** The pod of a runner sets what it needs; all others are added there. */
const locationOfRunner = (): string => 'pod of the runner';

const head = ['variable', 'default', 'in a cluster', 'meaning'];

function commands(): string {
  const rows = commandVariables.map(([name, fallback, is]) => [code(name), fallback, is]);
  return `## Commands and tests\n\n${table(['variable', 'default', 'meaning'], rows)}`;
}

const intro = `Services read their configuration from the environment and check all of it when they start;
a service with a missing or invalid variable names it and does not start. For every variable \`X\`,
\`X_FILE\` may name a file that contains the value.

Each variable has one place. In a cluster that is the ConfigMap \`muster\`, which the chart makes of
\`settings\` (\`services.<service>.settings\` for one service alone), or a key of a Secret. Variables marked *pod* are set
by the pod to match its ports and volumes; *do not change* marks names that the chart relies on. With
compose the place is \`deploy/secrets/settings.env\`, for all services. See
[Installing](operations/install.md).`;

function variables(schema: ConfigSchema, location = locationOf): string[][] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const absent = field.safeParse(undefined);
    const missing = absent.success ? '' : '**required**';
    const value =
      absent.success && absent.data !== undefined ? code(printed(absent.data)) : missing;
    return [code(name), value, location(name), field.description ?? ''];
  });
}

const printed = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
