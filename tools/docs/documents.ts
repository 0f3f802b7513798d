import { skillFiles } from '@muster/contracts/agent-texts';
import { openApi } from '@muster/contracts/openapi';
import { chartFiles } from '@muster/deploy/chart-files';
import { prometheusFiles } from '@muster/deploy/prometheus';
import { goldenFiles } from '../golden/files.ts';
import { cliFields } from './cli-fields.ts';
import { clientRoutes } from './client-routes.ts';
import { renderCommandLine } from './command-line.ts';
import { renderConfiguration } from './configuration.ts';
import { renderErrors } from './errors.ts';
import { guideFiles } from '../guide/pages.ts';
import { readableJson } from './json.ts';
import { renderLocalVariables } from './local-variables.ts';
import { renderMap } from './map.ts';
import { renderMetrics } from './metrics.ts';
import type { Sources } from './sources.ts';
import { renderOperationsAndTests } from './operations-and-tests.ts';
import { renderPermissions } from './permissions.ts';
import { renderPromises } from './promises.ts';
import { renderRetention } from './retention.ts';
import { renderRoutineOutages } from './routine-outages.ts';
import { renderRunners } from './runners.ts';
import { renderSecurity } from './security.ts';
import { renderStateMachines } from './state-machines.ts';

export interface Document {
  /** From the root of the repository. */
  readonly path: string;
  readonly render: (sources: Sources) => string;
}

/** The documents that `pnpm render` writes from the code. */
export const documents: readonly Document[] = [
  { path: 'docs/openapi.json', render: (sources) => `${readableJson(openApi(sources))}\n` },
  { path: 'docs/errors.md', render: renderErrors },
  { path: 'docs/map.md', render: renderMap },
  { path: 'docs/operations-and-tests.md', render: renderOperationsAndTests },
  { path: 'docs/permissions.md', render: renderPermissions },
  { path: 'docs/state-machines.md', render: renderStateMachines },
  { path: 'docs/command-line.md', render: renderCommandLine },
  { path: 'docs/configuration.md', render: renderConfiguration },
  { path: 'local/stack/variables.json', render: renderLocalVariables },
  { path: 'docs/promises.md', render: renderPromises },
  { path: 'docs/operations/metrics.md', render: renderMetrics },
  { path: 'docs/operations/retention.md', render: renderRetention },
  { path: 'docs/operations/runners.md', render: renderRunners },
  { path: 'docs/operations/routines.md', render: renderRoutineOutages },
  { path: 'docs/operations/security.md', render: renderSecurity },
  ...Object.entries(chartFiles).map(([file, render]) => ({
    path: `deploy/chart/files/${file}`,
    render: (sources: Sources) => render(variablesIn(sources)),
  })),
  ...skillFiles.map(({ path, text }) => ({ path: `skills/muster/${path}`, render: () => text })),
  ...clientRoutes,
  ...cliFields,
  ...guideFiles,
  ...goldenFiles,
  ...Object.entries(prometheusFiles).map(([file, text]) => ({
    path: `deploy/prometheus/${file}`,
    render: () => text,
  })),
];

/** The environment variables in the configuration schema of a service. */
const variablesIn =
  ({ services, baseConfig }: Sources) =>
  (service: string): string[] => {
    const own = services.find(({ contract }) => contract.name === service)?.config?.shape ?? {};
    return Object.keys({ ...baseConfig.shape, ...own });
  };
