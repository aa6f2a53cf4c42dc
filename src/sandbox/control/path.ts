// Where tests control a served sandbox.

export const CONTROL_PATH = '/_sandbox/';
