import type { Row } from '../row.ts';

export const supply: readonly Row[] = [];
