// Refusals of the platform, as a status and a sentence. The app turns them into `{error: {code, message}}`.

/** A refusal with its HTTP status. The message reaches the caller: it names the thing and says how to go on. */
export class WireError extends Error {
  readonly status: number;
  /** The command to run next; it does not travel over the wire. */
  readonly hint: string | undefined;

  constructor(status: number, message: string, hint?: string) {
    super(message);
    this.name = 'WireError';
    this.status = status;
    this.hint = hint;
  }
}

export const badRequest = (message: string) => new WireError(400, message);
export const forbidden = (message: string) => new WireError(403, message);
export const notFound = (kind: string, id: string) => new WireError(404, `${kind} "${id}" not found`);
export const conflict = (message: string, hint?: string) => new WireError(409, message, hint);
export const preconditionFailed = (message: string) => new WireError(412, message);
