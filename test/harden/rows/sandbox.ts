import type { Row } from '../row.ts';

export const sandbox: readonly Row[] = [];
