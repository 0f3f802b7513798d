import * as contracts from '@muster/contracts';
import { expect, it } from 'vitest';
import { UUID } from './ids.ts';

it('has the form of a UUID from the contracts', () => {
  expect(UUID).toEqual(contracts.UUID);
});
