/** How often the tests that repeat themselves do so. */
export { lengthOf } from '@muster/test-kit';
