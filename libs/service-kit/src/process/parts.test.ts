import { describe, expect, it } from 'vitest';
import { openLogger } from '../telemetry/logger.ts';
import { partsOf, type Part } from './parts.ts';

const log = openLogger('test', 'silent');

/** Parts that write down when they start and drain; `failing` does so when it is started. */
function recorded(names: readonly string[], failing?: string) {
  const steps: string[] = [];
  const parts = names.map((name): Part => ({
    name,
    start: () => {
      if (name === failing) throw new Error(`${name} failed`);
      steps.push(`+${name}`);
    },
    drain: async () => void steps.push(`-${name}`),
  }));
  return { steps, parts };
}

describe('the parts of a service', () => {
  it('are started in order and drained from the end', async () => {
    const { steps, parts } = recorded(['a', 'b', 'c']);
    const service = partsOf(parts, log);
    expect(service.unready()).toBe('starting');
    await service.start();
    expect(service.unready()).toBeUndefined();
    await service.drain();
    expect(service.unready()).toBe('stopping');
    expect(steps).toEqual(['+a', '+b', '+c', '-c', '-b', '-a']);
  });

  it('are drained as far as they were started, if one does not start', async () => {
    const { steps, parts } = recorded(['a', 'b', 'c'], 'b');
    const service = partsOf(parts, log);
    await expect(service.start()).rejects.toThrow('b failed');
    expect(service.unready()).toBe('starting');
    await service.drain();
    expect(steps).toEqual(['+a', '-a']);
  });

  it('are drained once, and all of them although one fails', async () => {
    const { steps, parts } = recorded(['a', 'b']);
    const broken: Part = { name: 'x', drain: () => Promise.reject(new Error('x failed')) };
    const service = partsOf([...parts, broken], log);
    await service.start();
    await Promise.all([service.drain(), service.drain()]);
    expect(steps).toEqual(['+a', '+b', '-b', '-a']);
  });

  it('are drained although one waits for a server that is silent', async () => {
    const { steps, parts } = recorded(['a', 'b']);
    const waiting: Part = { name: 'x', drain: () => new Promise(() => undefined) };
    let asks = true;
    const silence = { begun: Promise.resolve(), stopAsking: () => void (asks = false) };
    const service = partsOf([...parts, waiting], log, () => silence);
    await service.start();
    await service.drain();
    expect(steps).toEqual(['+a', '+b', '-b', '-a']);
    expect(asks).toBe(false);
  });
});
