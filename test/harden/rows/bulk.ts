import type { Row } from '../row.ts';

export const attacksOnBulk: readonly Row[] = [];
