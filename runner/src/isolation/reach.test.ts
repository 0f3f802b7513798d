import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { reachOf, redirectNameServers } from './reach.ts';

const outward = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4');

describe('what a program reaches of its machine', () => {
  it.each([
    ['http://127.0.0.1:3100', [3100]],
    ['http://localhost:3101', [3101]],
    ['http://[::1]:3102', [3102]],
    ['http://127.0.0.1', [80]],
    ['https://127.0.0.1', [443]],
    ['https://192.0.2.77:3100', []],
    ['not a URL', []],
    [undefined, []],
  ])('is the port of the gateway if that is on the loopback: %s', async (apiUrl, loopbackPorts) => {
    expect(await reachOf(apiUrl, [])).toEqual({ loopbackPorts, isAtOwnAddress: false });
  });

  it('is what the operator names besides, once each', async () => {
    const { loopbackPorts } = await reachOf('http://127.0.0.1:3100', [11_434, 3100]);
    expect(loopbackPorts).toEqual([3100, 11_434]);
  });

  it.each(outward)('is the machine itself if the gateway is at $address', async ({ address }) => {
    const apiUrl = `http://${address}:3100`;
    expect(await reachOf(apiUrl, [])).toEqual({ loopbackPorts: [], isAtOwnAddress: true });
  });
});

describe('the name servers of a program', () => {
  it('are those of the machine if the first is not on its loopback', () => {
    expect(redirectNameServers('nameserver 192.0.2.1\nnameserver 127.0.0.53\n')).toBe(undefined);
    expect(redirectNameServers('')).toBe(undefined);
  });

  it('are one that stands for the resolver on the loopback, with the other settings kept', () => {
    const text = '# stub\nnameserver 127.0.0.53\nsearch example.test\nnameserver 192.0.2.1\n';
    expect(redirectNameServers(text)).toBe(
      '# stub\nsearch example.test\nnameserver 198.18.0.53\noptions edns0\n',
    );
  });
});
