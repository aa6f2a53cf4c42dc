// Where tests control a served sandbox, and what a request must bear for it.

export const CONTROL_PATH = '/_sandbox/';
/** A page of another site cannot send it without asking, and is refused when it asks. */
export const CONTROL_HEADER = 'x-docs-sandbox-control';
