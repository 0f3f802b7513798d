import { describe, expect, it } from 'vitest';
import { imageOf } from './images.ts';

describe('imageOf', () => {
  const digest = `@sha256:${'0'.repeat(64)}`;

  it.each(['postgres', 'nats', 'redis'])(
    'reads the image of %s as an engine takes it',
    (server) => {
      expect(imageOf(server, {})).toMatch(new RegExp(`^${server}:[\\w.-]+$`));
      const pinned = { [`${server.toUpperCase()}_DIGEST`]: digest };
      expect(imageOf(server, pinned)).toBe(`${imageOf(server, {})}${digest}`);
    },
  );
});
