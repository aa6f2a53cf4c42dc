// Reads the text of a specification, JSON or YAML, and checks it against the schema of its OpenAPI version.
import { messageOf } from '../../../../errors.ts';
import { inThread, ThreadLate } from '../../../../files/in-thread.ts';
import { readYaml } from '../../../../files/yaml-text.ts';

export interface SpecProblem {
  message: string;
  code?: string;
}

export interface ReadSpec {
  format: 'json' | 'yaml';
  /** Empty: it is a valid OpenAPI document. */
  problems: SpecProblem[];
}

const DEEPEST = 200;

/** Never throws: what is wrong with the text is the answer. */
export async function readSpec(text: string): Promise<ReadSpec> {
  const { format, content, problem } = await parseSpec(text);
  if (problem !== undefined) return { format, problems: [{ message: problem, code: 'syntax' }] };
  return { format, problems: await validate(content, text.length) };
}

interface Parsed {
  format: 'json' | 'yaml';
  content?: unknown;
  problem?: string;
}

/** JSON where it is JSON, else YAML. */
export async function parseSpec(text: string): Promise<Parsed> {
  const json = parseJson(text);
  if (json) return { format: 'json', content: json.content };
  const read = await readYaml(text, { maxAliasCount: 1000 });
  if ('value' in read) return { format: 'yaml', content: read.value };
  const { problem, at } = read;
  const where = at ? ` at line ${at.line}, column ${at.col}` : '';
  return { format: 'yaml', problem: `${problem.replace(/:$/, '')}${where}` };
}

function parseJson(text: string): { content: unknown } | undefined {
  try {
    return { content: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

type Library = typeof import('@seriousme/openapi-schema-validator');

/** A longer text could hold up everybody else for seconds. */
const SHORT = 256 * 1024;
const TIMEOUT_MS = 20_000;

async function validate(content: unknown, length: number): Promise<SpecProblem[]> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return [{ message: 'the document is not an object', code: 'type' }];
  }
  if (depthOf(content) > DEEPEST) {
    return [{ message: `the document nests more than ${DEEPEST} levels`, code: 'depth' }];
  }
  try {
    if (length <= SHORT)
      return await problemsOf(await import('@seriousme/openapi-schema-validator'), content);
    const library = { name: '@seriousme/openapi-schema-validator', file: 'conf-openapi.cjs' };
    return await inThread({ library, work: problemsOf, input: content, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ThreadLate)
      return [{ message: `checking it took longer than ${TIMEOUT_MS / 1000} s`, code: 'too slow' }];
    // A reference that leads nowhere, or in a circle without end.
    return [{ message: firstLine(error) }];
  }
}

/** Sent to the thread for a long text: uses nothing but its arguments. */
async function problemsOf({ Validator }: Library, content: object): Promise<SpecProblem[]> {
  const { valid, errors = [] } = await new Validator().validate({ ...content });
  if (valid) return [];
  if (typeof errors === 'string') return [{ message: errors }];
  return errors.slice(0, 20).map(({ instancePath, message, keyword }) => ({
    message: `${instancePath || '/'} ${message ?? 'is wrong'}`,
    code: keyword,
  }));
}

/** Level by level, so that no depth of the document overflows the stack. */
function depthOf(content: unknown): number {
  let depth = 0;
  for (let level = [content]; level.length > 0 && depth <= DEEPEST; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? Object.values(value).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return depth;
}

const firstLine = (error: unknown): string => (messageOf(error).split('\n', 1)[0] ?? '').replace(/:$/, '');
