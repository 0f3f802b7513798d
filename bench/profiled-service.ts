/**
 * Runs a service under the sampling profiler of V8. Each SIGUSR2 begins a profile or writes the one
 * that is under way, so that a profile holds one window of load and nothing of the start.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { runService, type ServiceDefinition } from '@muster/service-kit';

const SAMPLE_MICROSECONDS = 500;

const replica = process.env['REPLICA'] ?? '';
const service = replica.slice(0, replica.lastIndexOf('-'));
const folder = join(import.meta.dirname, 'profiles');
const session = new Session();
let written = 0;
let isRunning = false;

session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });

async function toggle(): Promise<void> {
  isRunning = !isRunning;
  if (isRunning) return session.post('Profiler.start');
  const { profile } = await session.post('Profiler.stop');
  mkdirSync(folder, { recursive: true });
  written += 1;
  writeFileSync(join(folder, `${service}-${written}.cpuprofile`), JSON.stringify(profile));
}

process.on('SIGUSR2', () => void toggle());
const { [`${service}Service`]: definition } = (await import(
  `../services/${service}/src/service.ts`
)) as Record<string, ServiceDefinition>;
if (definition === undefined) throw new Error(`there is no service ${service}`);
await runService(definition);
