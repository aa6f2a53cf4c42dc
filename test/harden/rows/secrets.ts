import type { Row } from '../row.ts';

export const secrets: readonly Row[] = [];
