import type { Row } from '../row.ts';

export const processes: readonly Row[] = [];
