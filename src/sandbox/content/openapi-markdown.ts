// An OpenAPI document as Markdown: what a computed page of it says.
import { isRecord } from '../../files/texts.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Takes a parsed document of any version; parts that are not as OpenAPI has them are left out. */
export function openApiMarkdown(document: unknown): string {
  if (!isRecord(document)) return '';
  const info = isRecord(document.info) ? document.info : {};
  const paths = isRecord(document.paths) ? Object.entries(document.paths) : [];
  const all = [text(info.description), ...paths.flatMap(([path, item]) => pathParts(path, item))];
  const parts = all.filter((part) => part !== '');
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : '';
}

function pathParts(path: string, item: unknown): string[] {
  if (!isRecord(item)) return [];
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return isRecord(operation) ? [operationPart(`${method.toUpperCase()} ${path}`, operation, item)] : [];
  });
}

function operationPart(
  name: string,
  operation: Record<string, unknown>,
  item: Record<string, unknown>,
): string {
  const title = text(operation.summary) || text(operation.operationId) || name;
  const parts = [
    `## ${line(title)}`,
    `\`${name.replaceAll('`', '')}\`${operation.deprecated === true ? ' (deprecated)' : ''}`,
    text(operation.description),
    table('Parameter', [...list(item.parameters), ...list(operation.parameters)].flatMap(parameterRow)),
    table(
      'Response',
      Object.entries(isRecord(operation.responses) ? operation.responses : {}).map(responseRow),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function parameterRow(parameter: unknown): string[][] {
  if (!isRecord(parameter) || typeof parameter.name !== 'string') return [];
  const place = [text(parameter.in), parameter.required === true ? 'required' : '']
    .filter(Boolean)
    .join(', ');
  return [[`\`${parameter.name}\` ${place}`, text(parameter.description)]];
}

const responseRow = ([status, response]: [string, unknown]): string[] => [
  `\`${status}\``,
  isRecord(response) ? text(response.description) : '',
];

function table(head: string, rows: readonly string[][]): string {
  if (rows.length === 0) return '';
  const cell = (value: string) => line(value).replaceAll('|', '\\|');
  const lines = rows.map(([name = '', meaning = '']) => `| ${cell(name)} | ${cell(meaning)} |`);
  return [`| ${head} | Meaning |`, '| --- | --- |', ...lines].join('\n');
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const line = (value: string): string => value.replace(/\s+/g, ' ');
