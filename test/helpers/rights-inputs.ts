// What gets through to some requests that an input by chance never does: the cases of rights-inputs.txt.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../src/api/operation.ts';
import { played } from './api-scripts.ts';
import { read, type State } from './api-verbs.ts';

type Input = (as: string) => Record<string, unknown>;

const FILE = readFileSync(join(import.meta.dirname, 'rights-inputs.txt'), 'utf8');
const [BEFORE = '', ...CASES] = FILE.split(/^==== /m);
const TEXTS = new Map(CASES.map((text) => [text.slice(0, text.indexOf('\n')), text.trimEnd()]));

/** Of those in whose cases there is a repository. */
export const needsGit: ReadonlySet<string> = new Set(
  [...TEXTS].flatMap(([id, text]) => (/^(?:repository|provide) /m.test(text) ? [id] : [])),
);

export const isPrepared = ({ id }: Operation): boolean => TEXTS.has(id);

/** Makes what the request needs as the administrator; the input of each caller. */
export async function preparedInput(all: State, { id, params }: Operation): Promise<Input> {
  const lines = (TEXTS.get(id) ?? '').split('\n').slice(1);
  const [, json = '', more] = /^\S+ (\{.*\})( &)?$/.exec(lines.pop() ?? '') ?? [];
  const text = [...BEFORE.trimEnd().split('\n'), ...lines].join('\n');
  const state = { ...all, names: new Map(all.names) };
  const held = { state, answer: {} };
  const found = await played(text, held);
  const wrong = found.split('\n').filter((line) => !text.includes(line));
  if (found !== text) throw new Error(`${id}: ${wrong.join('\n')}`);
  const { object: _, urls: __, ...fields } = Object(Object(held.answer).body);
  const { organizationId } = state.box;
  return (as) => ({
    ...('organizationId' in (params.properties ?? {}) && { organizationId }),
    ...(more && fields),
    ...read(json.replaceAll('$as', as), state),
  });
}
