import { describe, expect, it } from 'vitest';
import { RunnerList } from './runner-list.ts';

const company = '0190a3c8-7d5e-7c11-8f5e-7d7d0f9f3a10';
const entry = { name: 'pool-0', address: 'runner.example:7300', keyFile: '/keys/pool-0' };
const faultOf = (value: unknown): string | undefined => {
  const parsed = RunnerList.safeParse(typeof value === 'string' ? value : JSON.stringify(value));
  return parsed.error?.issues.map(({ message }) => message).join('; ');
};

describe('MUSTER_RUNNERS', () => {
  it('lists runners with labels and companies, or without', () => {
    const all = [entry, { ...entry, name: 'gpu', labels: ['gpu'], companies: [company] }];
    expect(RunnerList.parse(JSON.stringify(all))).toMatchObject([
      { name: 'pool-0', address: { host: 'runner.example', port: 7300 }, labels: [] },
      { name: 'gpu', labels: ['gpu'], companies: [company] },
    ]);
    expect(RunnerList.parse('[]')).toEqual([]);
    const v6 = RunnerList.parse(JSON.stringify([{ ...entry, address: '[::1]:7300' }]));
    expect(v6[0]?.address).toEqual({ host: '::1', port: 7300 });
  });

  it.each([
    ['pool-0', 'expected array'],
    [[{ ...entry, name: 'Pool 0' }], '0.name: not a name such as pool-0'],
    [[{ ...entry, address: 'runner.example' }], '0.address: not host:port'],
    [[{ ...entry, address: 'https://runner:7300' }], '0.address: not host:port'],
    [[{ ...entry, address: 'runner:70000' }], '0.address: not host:port'],
    [[{ ...entry, keyFile: 'pool-0.key' }], '0.keyFile: not an absolute path'],
    [[{ ...entry, keyfile: '/x' }], '0: Unrecognized key: "keyfile"'],
    [[{ ...entry, companies: [] }], '0.companies: Too small'],
    [[entry, entry], 'a name comes twice'],
  ])('refuses %j and names the entry and the rule', (value, fault) => {
    expect(faultOf(value)).toContain(fault);
  });
});
