// Why nothing was fetched.

/** The message is one line, without credentials. */
export class FetchFailure extends Error {
  readonly kind: 'timeout' | 'failed' | 'too-large';

  constructor(kind: FetchFailure['kind'], message: string) {
    super(message);
    this.name = 'FetchFailure';
    this.kind = kind;
  }
}
