import type { Row } from '../row.ts';

export const network: readonly Row[] = [];
