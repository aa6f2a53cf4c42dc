// The tables of a sandbox as one text of SQL. Loaded only to make a new file.
import { tables } from './tables.generated.ts';

export const TABLES = tables.join(';\n');
