// Fields of --data that no schema has: a newer host may take them, so they are sent as they are, with a word about it.
import { isObjectSchema, mutates, type Operation } from '../../api/operation.ts';
import { builders } from '../../api/schema.ts';
import { ValidationError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import { warn } from '../../output/note.ts';
import type { Run } from '../model/command-type.ts';

/**
 * Lets the operation of a run take what --data holds beside its fields. Throws ValidationError with --strict, in plans,
 * which tell what every field does, and for programs that act for somebody.
 */
export function takeOtherFields(run: Run, data: unknown): void {
  const { operation, flags, context, path } = run;
  if (!isRecord(data) || !operation.body || !isObjectSchema(operation.body)) return;
  const known = [operation.params, operation.query, operation.body].flatMap((part) =>
    Object.keys(part?.properties ?? {}),
  );
  const others = Object.keys(data).filter((name) => !known.includes(name));
  const [first] = others;
  if (first === undefined) return;
  const isStrict = flags.strict === true || flags.planOut !== undefined || context.actor !== undefined;
  if (isStrict || !mutates(operation))
    throw new ValidationError(`"${first}" is not a field of this command`, {
      hint: `${path} --help`,
      details: { field: first },
    });
  run.operation = taking(operation, others);
  const names = others.map((name) => `"${name}"`).join(', ');
  warn(context.io, `${names}: not known to this version of docs, sent as it is (--strict refuses)`);
}

function taking(operation: Operation, names: readonly string[]): Operation {
  const { body } = operation;
  if (!body || !isObjectSchema(body)) return operation;
  const others = Object.fromEntries(names.map((name) => [name, builders.Optional(builders.Unknown())]));
  return { ...operation, body: { ...body, properties: { ...body.properties, ...others } } };
}
