import { describe, expect, it } from 'vitest';
import { deviceOf } from './devices.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('deviceOf', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome on Android'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0`, 'Edge on Windows'],
    ['curl/8.14.1', 'curl/8.14.1'],
    [null, 'Unknown browser'],
  ])('names %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});
