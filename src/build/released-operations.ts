// Part of a release: keeps which operations it has, so that only newer ones need a line under "Unreleased".
import { writeFileSync } from 'node:fs';
import { operations } from '../api/index.ts';

const ids = operations.map(({ id }) => id).sort();
writeFileSync('test/contract/released-operations.txt', `${ids.join('\n')}\n`);
