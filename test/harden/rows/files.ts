import type { Row } from '../row.ts';

export const files: readonly Row[] = [];
