// The lists that follow from the folders: which operations, handlers, tables, groups, dangers and reversals there are.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { byText } from '../files/texts.ts';

/** Writes these files. It reads the others as text, so that it also runs where one of them does not. */
export const COMMAND = 'npx tsx src/build/indexes.ts';

const HEAD = `// Made by ${COMMAND} from the files of this folder: add a file there, then run it.`;
const OWN = /\.generated\.ts$/;

/** The heading of help under which the groups of an area, or of a job, are listed, in the order of help. */
const SECTIONS: Readonly<Record<string, string>> = {
  content: 'Content:',
  export: 'Content:',
  links: 'Content:',
  migrate: 'Content:',
  restore: 'Content:',
  check: 'Content:',
  review: 'Content:',
  sites: 'Publishing:',
  translations: 'Publishing:',
  integrations: 'Integrations:',
  people: 'Organization:',
  insights: 'Insights:',
  access: 'Organization:',
  audit: 'Organization:',
  release: 'Publishing:',
};

interface Source {
  /** Below the folder, as it is imported: `content/spaces.ts`. */
  path: string;
  text: string;
}

/** Each file to be made, with its text. */
export const indexFiles = (): Map<string, string> =>
  new Map([
    ['src/api/resources.generated.ts', resources()],
    ['src/commands/groups.generated.ts', groups()],
    ['src/engine/references/kinds.generated.ts', kinds()],
    ['src/sandbox/db/tables.generated.ts', tables()],
    ['src/sandbox/resources/modules.generated.ts', handlers()],
    ['src/sandbox/web/icon-set.generated.ts', icons()],
    ['src/jobs/audit/rules/rules.generated.ts', auditRules()],
    ['src/domain/dangers/modules.generated.ts', byOperation('src/domain/dangers')],
    ['src/domain/reversals/modules.generated.ts', byOperation('src/domain/reversals')],
  ]);

/** Those whose text on disk is another. */
export const staleIndexFiles = (): [path: string, text: string][] =>
  [...indexFiles()].filter(([path, text]) => readOr(path, '') !== text);

/** The files that describe operations, and those of shapes: the published ones beside them, and our own. */
function resources(): string {
  const own = sources('src/api').filter(({ text }) => RESOURCE.test(text));
  const shapes = sources('src/api', /^[\w-]+\.generated\.ts$/).filter(({ text }) =>
    /^export const [A-Z]\w*[a-z]\w* = /m.test(text),
  );
  const name = (path: string) => camel(path.replace('.generated', '-generated'));
  const list = (files: readonly Source[]) => files.map(({ path }) => `  ${name(path)},`);
  const all = [...new Set([...own, ...shapes].map(({ path }) => path))];
  return file([
    ...all.map((path) => `import * as ${name(path)} from './${path}';`),
    '',
    'export const resources = [',
    ...list(own),
    '];',
    '',
    'export const shapes = [',
    ...list(shapes),
    '];',
  ]);
}

function groups(): string {
  const all = [
    ...sources('src/commands').map((source) => ({ ...source, from: '.' })),
    ...sources('src/jobs').map((source) => ({ ...source, from: '../jobs' })),
  ];
  const found = all.flatMap(({ path, text, from }) => {
    const section = SECTIONS[path.split('/')[0] ?? ''];
    if (!section || !/^export default /m.test(text)) return [];
    const [, name, summary] = /\bgroup\(\s*'([a-z-]+)',\s*'([^'\\]+)'/.exec(text) ?? [];
    if (!name) throw new Error(`${from}/${path}: its default export is not group('name', 'Summary', ...)`);
    return [
      {
        name,
        section,
        line: `  ${key(name)}: { section: '${section}', summary: '${summary}', load: () => import('${from}/${path}') },`,
      },
    ];
  });
  const lines = [...new Set(Object.values(SECTIONS))].flatMap((section) =>
    found.filter((one) => one.section === section).sort((a, b) => byText(a.name, b.name)),
  );
  return file(['export const groups = {', ...lines.map(({ line }) => line), '};']);
}

/** What makes the operations of a resource: `const op = resource('spaces'`, and those beside it have names of their own. */
const RESOURCE = /^const (\w+) = resource\(\s*'(\w+)'/m;

/** The operations of a file of src/api, each with the resource that it is of. */
function operationsIn(text: string): { name: string; resource: string; own: string; body: string }[] {
  const resourceOf = new Map(
    [...text.matchAll(new RegExp(RESOURCE, 'gm'))].map(([, made = '', resource = '']) => [made, resource]),
  );
  return [...text.matchAll(/^export const (\w+) = (\w+)\(\s*'(\w+)',?([\s\S]*?)\);\n/gm)].flatMap(
    ([, name = '', made = '', own = '', body = '']) => {
      const resource = resourceOf.get(made);
      return resource === undefined ? [] : [{ name, resource, own, body }];
    },
  );
}

interface Listed {
  param: string;
  /** Path parameters of its list. */
  needs: readonly string[];
  line: string;
}

/** Things that can be named: those whose list says so. What must be known for a list is looked up before it. */
function kinds(): string {
  const found = sources('src/api').flatMap(({ path, text }) => {
    const blocks = operationsIn(text);
    const published = readOr(`src/api/${path.replace(/\.ts$/, '.generated.ts')}`, '');
    const pathOf = (name: string) => {
      const [body = ''] = new RegExp(`^export const ${name} = [\\s\\S]*?\\);\\n`, 'm').exec(text) ?? [];
      const [, wire] = /\bwire\.(\w+)/.exec(body) ?? [];
      const [, from = ''] = wire
        ? (new RegExp(`const ${wire} = \\{[\\s\\S]*?path: ('[^']+')`).exec(published) ?? [])
        : [];
      return `${from}${body}`;
    };
    return blocks.flatMap(({ name, resource, own, body }) => {
      const lists = /^ +lists: \{([\s\S]*?)\},\n/m.exec(body)?.[1];
      return lists === undefined ? [] : [listed({ path, name, id: `${resource}.${own}`, lists, pathOf })];
    });
  });
  const depthOf = (param: string): number =>
    1 + Math.max(0, ...(found.find((one) => one.param === param)?.needs ?? []).map(depthOf));
  const inOrder = [...found].sort((a, b) => depthOf(a.param) - depthOf(b.param));
  return file(['export const kinds = {', ...inOrder.map(({ line }) => line), '} as const;']);
}

function listed(source: {
  path: string;
  name: string;
  id: string;
  lists: string;
  pathOf(name: string): string;
}): Listed {
  const { path, name, id, lists, pathOf } = source;
  const [, param = ''] = /\bparam: '(\w+)'/.exec(lists) ?? [];
  const [, other] = /\bonChangeRequest: '(\w+)'/.exec(lists) ?? [];
  const needs = matches(`${pathOf(name)}${other ? pathOf(other) : ''}`, /\{(\w+)\}/g);
  const data = lists
    .replace(/\b(param|onChangeRequest): '\w+',?/g, '')
    .replace(/\s+/g, ' ')
    .replace(/,? $/, '');
  const module = `import('../../api/${path}')`;
  const list = other
    ? `async (onChangeRequest: boolean) => onChangeRequest ? (await ${module}).${other} : (await ${module}).${name}`
    : `async () => (await ${module}).${name}`;
  return { param, needs, line: `  ${param}: {${data}, listId: '${id}', list: ${list} },` };
}

/** Triggers name tables of other files, so they come last. */
function tables(): string {
  const found = sources('src/sandbox/db').flatMap(({ path, text }) =>
    [...text.matchAll(/^export const (\w+?)(Tables|Triggers| = table)\b/gm)].map(
      ([, name = '', kind = '']) => ({
        path,
        name: kind === ' = table' ? name : `${name}${kind}`,
        kind,
      }),
    ),
  );
  const last = (kind: string) => (kind === 'Triggers' ? 1 : 0);
  const inOrder = [...found].sort((a, b) => last(a.kind) - last(b.kind));
  return file([
    ...found.map(({ path, name }) => `import { ${name} } from './${path}';`),
    '',
    'export const tables = [',
    ...inOrder.map(({ name, kind }) => `  ${name}${kind === ' = table' ? '.sql' : ''},`),
    '];',
  ]);
}

/** By the first word of the IDs of what a file handles: `handle(getSpace, ...)`, or `api.getSpace` where all have one form. */
function handlers(): string {
  const resourceOf = new Map(
    [...sources('src/api'), ...sources('src/sandbox')].flatMap(({ text }) =>
      operationsIn(text).map(({ name, resource }) => [name, resource] as const),
    ),
  );
  const served = sources('src/sandbox/resources').filter(({ text }) => /^export default /m.test(text));
  const lines = served.flatMap(({ path, text }) => {
    const names = matches(text, /\bhandle(?:Open|Change)?\(\s*(?:\w+\.)?(\w+)|\bapi\.(\w+)/g);
    const words = new Set(names.flatMap((name) => resourceOf.get(name) ?? []));
    return [...words].map((word) => `  ${word}: () => import('./${path}'),`);
  });
  return file(['export const modules = {', ...lines, '};']);
}

/** Where what is said of each operation stands, by the first word of its ID. */
function byOperation(folder: string): string {
  const lines = sources(folder).flatMap(({ path, text }) =>
    matches(text, /^ {2}'(\w+)\.\w+':/gm).map((word) => `  ${word}: () => import('./${path}'),`),
  );
  return file(['export const modules = {', ...[...lines].sort(byText), '};']);
}

/** Each file is a topic, and has its rules in the order in which they are listed. */
function auditRules(): string {
  const found = sources('src/jobs/audit/rules').filter(({ text }) => /^export const rules\b/m.test(text));
  return file([
    "import type { AuditRule } from '../rule.ts';",
    ...found.map(({ path }) => `import { rules as ${camel(path)} } from './${path}';`),
    '',
    'export const auditRules: readonly AuditRule[] = [',
    ...found.map(({ path }) => `  ...${camel(path)},`),
    '];',
  ]);
}

/** The icons that pages can name: the most used of Font Awesome, which is the set of the platform. */
function icons(): string {
  const sets = readFileSync('src/sandbox/web/icons.txt', 'utf8').matchAll(/^(\w+):\s([^:]*)$/gm);
  return file(
    [...sets].map(([, set, names = '']) => {
      const exported = names
        .trim()
        .split(/\s+/)
        .map((name) => camel(`fa-${name}`));
      return `export { ${exported.join(', ')} } from '@fortawesome/free-${set}-svg-icons';`;
    }),
  );
}

const sources = (folder: string, without = OWN): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !without.test(path))
    .sort((a, b) => byText(a.slice(0, -3), b.slice(0, -3)))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

/** `content/agent-instructions.ts` to `agentInstructions`. */
const camel = (path: string): string =>
  basename(path, '.ts').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const key = (name: string): string => (name.includes('-') ? `'${name}'` : name);

/** What the groups of the pattern found, each once. */
const matches = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found, other = '']) => found ?? other)),
];

const file = (lines: readonly string[]): string => `${[HEAD, ...lines].join('\n')}\n`;

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
