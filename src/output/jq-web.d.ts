// The package has no types of its own. Its module is a promise of these functions.
declare module 'jq-web' {
  export interface Jq {
    /** Runs a filter on JSON text, as the program of the same name; throws an Error with `stderr`. */
    raw(json: string, filter: string, flags: readonly string[]): string | undefined;
  }
  const jq: Promise<Jq> | { default: Promise<Jq> };
  export default jq;
}
