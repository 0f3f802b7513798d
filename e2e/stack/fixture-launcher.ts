// `pnpm start` with stand-ins for the services; it reports to the test what runs where.
import { fileURLToPath } from 'node:url';
import { launch } from '@muster/local/launch';

const entry = fileURLToPath(new URL('fixture-service.ts', import.meta.url));

await launch({
  serviceEntry: () => entry,
  onUp: (stack) => {
    const { baseUrl, databaseUrl, boardToken, boardTokenFile } = stack;
    const facts = { baseUrl, databaseUrl, boardToken, boardTokenFile, pids: stack.pids() };
    process.stdout.write(`UP ${JSON.stringify(facts)}\n`);
  },
});
