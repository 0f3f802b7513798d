/**
 * A preload that takes the first wall away: `NODE_OPTIONS=--import=<this file>` runs a service in
 * which the tenant predicate of every statement is always true. What is still hidden then is hidden
 * by row-level security. It is here and not in the services, so that no switch of theirs does it.
 */
import { registerHooks } from 'node:module';

const SCOPE = /\/libs\/service-kit\/src\/scope\.ts$/;
const ALWAYS_TRUE = `export const inScope = () => ({ text: 'true', values: [] });`;

registerHooks({
  load(url, context, nextLoad) {
    if (!SCOPE.test(url)) return nextLoad(url, context);
    return { format: 'module', source: ALWAYS_TRUE, shortCircuit: true };
  },
});
