import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chooseRunner, type RunnerTraits } from './choose-runner.ts';

const [acme, other] = [randomUUID(), randomUUID()];
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const runner = (name: string, traits: Partial<RunnerTraits> = {}): RunnerTraits => ({
  name,
  labels: [],
  ...traits,
});
const chosen = (runners: readonly RunnerTraits[], companyId: string, label?: string) =>
  chooseRunner(runners, { companyId, label }, sha256)?.name;

describe('the runner of an agent', () => {
  it('is none where there are none', () => {
    expect(chosen([], acme)).toBeUndefined();
  });

  it('has the label that the agent asks for, and no label if it asks for none', () => {
    const runners = [runner('plain'), runner('gpu', { labels: ['gpu', 'big'] })];
    expect(chosen(runners, acme)).toBe('plain');
    expect(chosen(runners, acme, 'gpu')).toBe('gpu');
    expect(chosen(runners, acme, 'big')).toBe('gpu');
    expect(chosen(runners, acme, 'tpu')).toBeUndefined();
    expect(chosen([runner('gpu', { labels: ['gpu'] })], acme)).toBeUndefined();
  });

  it('serves its company, and one that names the company comes first', () => {
    const runners = [runner('own', { companies: [acme] }), runner('a'), runner('b'), runner('c')];
    expect(chosen(runners, acme)).toBe('own');
    expect(chosen(runners, other)).not.toBe('own');
    const labelled = [runner('gpu', { labels: ['gpu'], companies: [acme] })];
    expect(chosen(labelled, acme, 'gpu')).toBe('gpu');
    expect(chosen(labelled, other, 'gpu')).toBeUndefined();
  });

  it('is the same for all agents of a company, in any order of the settings', () => {
    const runners = ['a', 'b', 'c', 'd'].map((name) => runner(name));
    const first = chosen(runners, acme);
    expect(chosen(runners.toReversed(), acme)).toBe(first);
    expect(chosen([...runners.slice(2), ...runners.slice(0, 2)], acme)).toBe(first);
  });

  it('changes only for companies of a runner that is removed, and companies spread', () => {
    const runners = ['a', 'b', 'c', 'd'].map((name) => runner(name));
    const companies = Array.from({ length: 400 }, () => randomUUID());
    const before = new Map(companies.map((id) => [id, chosen(runners, id)]));
    for (const [id, name] of before) {
      if (name !== 'd') expect(chosen(runners.slice(0, 3), id)).toBe(name);
    }
    for (const { name } of runners) {
      const count = companies.filter((id) => before.get(id) === name).length;
      expect(count).toBeGreaterThan(50);
    }
  });
});
