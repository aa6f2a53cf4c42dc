import type { Row } from '../row.ts';

export const terminal: readonly Row[] = [];
