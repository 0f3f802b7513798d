/** What the chart includes as files, because the code knows it better: variables, users of NATS, alerts, dashboards. */
import { CONNECTIONS_BESIDE_POOLS } from '@muster/service-kit';
import { serviceNames, type ServiceName } from '@muster/contracts';
import { stringify } from 'yaml';
import { dashboardFiles, rulesFile } from '../monitoring/files.ts';
import { natsUsers } from './nats-users.ts';
import { locationOf, optionalSecretsOf, secretsOf, secretsOfSetup } from './settings.ts';

/** Variables that a service's schema knows. */
export type KnownVariables = (service: ServiceName) => readonly string[];

/** Connections to Postgres that one process of a service has beside those of its pools: the gateway has those of its sign-in. */
const otherConnections: Readonly<Partial<Record<ServiceName, number>>> = { gateway: 3 };

/** Path below `deploy/chart/files` → how to render it. */
export const chartFiles: Readonly<Record<string, (known: KnownVariables) => string>> = {
  'variables.yaml': variablesFile,
  'nats-users.conf': natsUsers,
  'rules.yaml': () => rulesFile,
  ...Object.fromEntries(
    Object.entries(dashboardFiles).map(([file, text]) => [`dashboards/${file}`, () => text]),
  ),
};

function variablesFile(known: KnownVariables): string {
  const services = serviceNames.map((name) => [
    name,
    {
      fixedConnections: CONNECTIONS_BESIDE_POOLS + (otherConnections[name] ?? 0),
      files: secretsOf(name, known(name)),
      optional: optionalSecretsOf(name, known(name)),
      settings: known(name)
        .filter((variable) => locationOf(variable) === 'ConfigMap')
        .toSorted(),
    },
  ]);
  const content = {
    services: Object.fromEntries(services) as object,
    setup: { files: secretsOfSetup },
  };
  return HEADER + stringify(content, { aliasDuplicateObjects: false, lineWidth: 0 });
}

const HEADER = `# Rendered by \`pnpm render\` from the schemas of the settings; change deploy/tables/*.ts and render again.
# Of each service: its connections to Postgres beside the pools, the secrets that it reads from files, those that may be absent,
# and its settings, which are keys of a ConfigMap.
`;
