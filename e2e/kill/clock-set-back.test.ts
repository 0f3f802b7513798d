/**
 * The clock is set back while everything is killed in the middle of work: what was due, leased or measured by the later
 * time is late by as much, and nothing is lost or done twice.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SERVICES } from '@muster/local/stack';
import { afterAll, expect, it } from 'vitest';
import { killService } from '../faults/faults.ts';
import { useWorld, type World } from '../world/use-world.ts';
import { surviveFault } from './survive-fault.ts';

/** Longer than a lease, a sweep and a backoff. */
const AHEAD_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'muster-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clockFile = pathToFileURL(join(folder, 'shift-ms'));
writeFileSync(clockFile, String(AHEAD_MS));

const preload = new URL('../world/shifted-clock.ts', import.meta.url);
preload.search = encodeURIComponent(clockFile.href);
const world = useWorld({ nodeFlags: [`--import=${preload.href}`] });

async function setBack(at: World): Promise<void> {
  writeFileSync(clockFile, '0');
  for (const service of SERVICES) await killService(service).strike(at);
  await at.stack.whenReady();
}

it('loses no write and repeats no effect', { timeout: 180_000 }, async () => {
  const found = await surviveFault(world(), { at: ['working'], strike: setBack });
  expect(found).toBeGreaterThan(0);
});
