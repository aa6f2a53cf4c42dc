// A host that drops a switch which keeps something from readers: whoever sent it must know before anything else is sent.
import { DocsError, EXIT } from '../errors.ts';
import { type FailureContext, taskOf } from './failure-context.ts';

/** `draft` was sent, and is not in the answer. */
export function notKept(context: FailureContext, name: string, answer: unknown): DocsError {
  const { id, title } = Object(answer);
  const what = title === undefined ? String(id) : `"${title}" (${id})`;
  return new DocsError(
    `${taskOf(context)}: ${context.host} did not keep "${name}": readers of a published site see ${what}`,
    { code: 'NOT_KEPT', exit: EXIT.failed },
    { hint: 'remove it, or unpublish the site', outcome: 'applied', details: { field: name } },
  );
}
