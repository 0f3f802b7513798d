/**
 * A preload that removes the first of the two protections: `NODE_OPTIONS=--import=<this file>` runs a
 * service in which the tenant predicate of every statement is always true. What stays hidden is then
 * hidden by row-level security. The switch is here and not in the services, so that none of their own
 * settings can remove it.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const SCOPE = new URL('../../../libs/service-kit/src/postgres/scope.ts', import.meta.url);
const ALWAYS_TRUE = `export const inScope = () => ({ text: 'true', values: [] });`;

// Without the file the hook would replace nothing, and every test that needs it would still pass.
if (!existsSync(SCOPE)) throw new Error(`the tenant predicate is not in ${SCOPE.pathname}`);

registerHooks({
  load(url, context, nextLoad) {
    if (url !== SCOPE.href) return nextLoad(url, context);
    return { format: 'module', source: ALWAYS_TRUE, shortCircuit: true };
  },
});
