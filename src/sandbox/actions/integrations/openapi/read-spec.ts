// Reads the text of a specification, JSON or YAML, and checks it against the schema of its OpenAPI version.
import { messageOf } from '../../../../errors.ts';
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

const MOST_PROBLEMS = 20;
const DEEPEST = 200;

/** Never throws: what is wrong with the text is the answer. */
export async function readSpec(text: string): Promise<ReadSpec> {
  const { format, content, problem } = await parseSpec(text);
  if (problem !== undefined) return { format, problems: [{ message: problem, code: 'syntax' }] };
  return { format, problems: await validate(content) };
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

async function validate(content: unknown): Promise<SpecProblem[]> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return [{ message: 'the document is no object', code: 'type' }];
  }
  if (depthOf(content) > DEEPEST) {
    return [{ message: `the document nests more than ${DEEPEST} levels`, code: 'depth' }];
  }
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  try {
    const { valid, errors = [] } = await new Validator().validate({ ...content });
    if (valid) return [];
    if (typeof errors === 'string') return [{ message: errors }];
    return errors.slice(0, MOST_PROBLEMS).map(({ instancePath, message, keyword }) => ({
      message: `${instancePath || '/'} ${message ?? 'is wrong'}`,
      code: keyword,
    }));
  } catch (error) {
    // A reference that leads nowhere, or in a circle without end.
    return [{ message: firstLine(error) }];
  }
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
