// One line of docs doctor.

export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  /** What to do; null where there is nothing. */
  hint: string | null;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, hint: null });
export const skipped = (name: string, detail: string): Check => ({
  name,
  status: 'skipped',
  detail,
  hint: null,
});
export const warning = (name: string, detail: string, hint: string): Check => ({
  name,
  status: 'warning',
  detail,
  hint,
});
export const failed = (name: string, detail: string, hint: string): Check => ({
  name,
  status: 'failed',
  detail,
  hint,
});
