// Properties are tried with what the seed of the run gives, so that `--sequence.seed` repeats them too.
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('seed') % 2 ** 31 });
