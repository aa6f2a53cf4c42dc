// Whether the sandbox answers.
import { handleOpen } from '../handler.ts';
import { getHealth } from '../health.ts';

export default [handleOpen(getHealth, () => ({ status: 'ok' as const }))];
