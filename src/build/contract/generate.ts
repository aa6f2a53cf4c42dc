// Writes the generated half of each resource: operations and shapes as the published contract has them.
import { posix } from 'node:path';
import type { TokenKind } from '../../api/operation.ts';
import { withDocumentNodes } from './documents.ts';
import { flattened } from './flatten.ts';
import type { Resource } from './resources.ts';
import { type Printing, print, printing, printNamed, printObject } from './shapes.ts';
import type { Contract, PublishedOperation, Schema } from './specification.ts';

/** Shapes that are ours: the contract's are larger than what any command reads, and say less. */
const OURS: Readonly<Record<string, readonly [file: string, name: string]>> = {
  JSONDocument: ['content/rich-document', 'RichDocument'],
  Document: ['content/rich-document', 'Body'],
  RevisionPage: ['content/content-shapes', 'Page'],
  RevisionPageDocument: ['content/content-shapes', 'Page'],
  RevisionPageGroup: ['content/content-shapes', 'Page'],
  RevisionPageLink: ['content/content-shapes', 'Page'],
  RevisionPageComputed: ['content/content-shapes', 'Page'],
  Revision: ['content/content-shapes', 'Revision'],
  Event: ['integrations/integration-parts', 'EventPayload'],
  ContentRef: ['content/content-ref', 'ContentRef'],
  SiteAdaptiveJSONSchema: ['sites/adaptive-schema-rules', 'ClaimsSchema'],
  TranslationLanguage: ['schema', 'Language'],
  ByWord: ['schema', 'ByWord'],
  UserRole: ['roles', 'Role'],
  DefaultLevel: ['roles', 'DefaultLevel'],
};

const OUR_NAMES = Object.fromEntries(Object.entries(OURS).map(([shape, [, name]]) => [shape, name]));

/** Fields of bodies that our files say in words of their own, and those that nothing here reads. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  getRevisionSemanticChanges: ['metadata', 'computed'],
  createSpace: ['template', 'computedSource'],
  overrideSiteSpaceCustomizationById: ['pdf', 'git'],
};

/** What a page may be read with that no command does. */
const NOT_OF_PAGES = ['dereferenced', 'format.markdown.refs'];

/** Fields of requests that no command has yet: the sandbox refuses them. */
const LACKS: Readonly<Record<string, readonly string[]>> = {
  getPageById: NOT_OF_PAGES,
  getPageByPath: NOT_OF_PAGES,
  getPageInChangeRequestById: NOT_OF_PAGES,
  getPageInChangeRequestByPath: NOT_OF_PAGES,
  getPageInRevisionById: NOT_OF_PAGES,
  getPageInRevisionByPath: NOT_OF_PAGES,
  createChangeRequest: ['template'],
  updateChangeRequestById: ['links'],
  addSectionToSite: ['template', 'siteSectionGroupId'],
  addSpaceToSite: ['template'],
};
const leftOut = (name: string): readonly string[] => [...(OWN_FIELDS[name] ?? []), ...(LACKS[name] ?? [])];

/** Fields of bodies that are one object of many forms: what each form has is a flag, too. */
const MERGED_FIELDS: ReadonlySet<string> = new Set(['setupSettings', 'providerConfiguration']);

/** The text of each generated file, by its path below src/api. Throws where an overlay names what the contract has not. */
export function generate(published: Contract, resources: readonly Resource[]): Map<string, string> {
  const contract = { ...published, shapes: withDocumentNodes(published.shapes) };
  const owners = new Map(
    resources.flatMap(({ file, shapes }) => shapes.map((shape) => [shape, file] as const)),
  );
  const named = new Set([...owners.keys(), ...Object.keys(OURS)]);
  return new Map(
    resources.map((resource) => {
      const all = withRepeated(resource, contract, named);
      const at = printing(contract, new Set([...named, ...all.shapes]), OUR_NAMES);
      const body = definitions(all, at, new Set(resource.shapes)).join('\n\n');
      const first = `// Made by npm run contract from version ${contract.version} of the published contract.`;
      const types = resource.shapes.length > 0 ? ["import type { Static } from '@sinclair/typebox';"] : [];
      const file = [first, ...types, ...imports(all, at, owners), '', body, ''].join('\n');
      return [`${resource.file}.generated.ts`, file];
    }),
  );
}

/** What is shorter is as well read where it is used. */
const WORTH_A_NAME = 160;

/** The resource with the shapes that it would print more than once. */
function withRepeated(resource: Resource, contract: Contract, named: ReadonlySet<string>): Resource {
  const shapes = new Set(resource.shapes);
  for (;;) {
    const at = printing(contract, new Set([...named, ...shapes]), OUR_NAMES);
    const text = definitions({ ...resource, shapes: [...shapes] }, at, shapes);
    const [most] = [...at.times]
      .filter(([, { count, size }]) => count > 1 && size > WORTH_A_NAME)
      .sort(([, one], [, other]) => other.count * other.size - one.count * one.size);
    if (!most || text.length === 0) return { ...resource, shapes: [...shapes] };
    shapes.add(most[0]);
  }
}

/** The shapes and operations of a file. A shape is after those that it refers to, and `taken` ones also get their type. */
const definitions = (resource: Resource, at: Printing, taken: ReadonlySet<string>): string[] => [
  ...inOrder(resource.shapes, at).map((name) => {
    const value = `export const ${name} = ${printNamed(name, at)};`;
    return taken.has(name) ? `${value}\nexport type ${name} = Static<typeof ${name}>;` : value;
  }),
  ...resource.operations.map((name) => {
    const operation = at.contract.operations.get(name);
    if (operation) return `export const ${name} = ${printOperation(operation, at)};`;
    throw new Error(`${resource.file}.ts takes ${name}, which ${at.contract.version} does not have.`);
  }),
];

/** Shapes after those that they refer to. */
function inOrder(shapes: readonly string[], at: Printing): string[] {
  const done = new Set<string>();
  const put = (name: string): void => {
    if (done.has(name)) return;
    const within = { ...at, shapes: new Set<string>(), recursive: new Set<string>(), times: new Map() };
    printNamed(name, within);
    for (const other of within.shapes) if (shapes.includes(other) && other !== name) put(other);
    done.add(name);
  };
  for (const name of shapes) {
    if (!at.contract.shapes[name]) throw new Error(`${name} is not a shape of ${at.contract.version}.`);
    put(name);
  }
  return [...done];
}

function printOperation(operation: PublishedOperation, at: Printing): string {
  const { method, path, body, result, errors, deprecated } = operation;
  const success = codesOf(operation);
  const paged =
    operation.query.some(({ name }) => name === 'page') &&
    operation.query.some(({ name }) => name === 'limit');
  const query = queryOf(operation, paged, at);
  const usual = method === 'DELETE' ? [205, 204] : [200];
  const token = tokenOf(operation);
  return `{ ${[
    `method: '${method}'`,
    `path: '${path}'`,
    ...(query ? [`query: ${query}`] : []),
    ...(body ? [`body: ${bodyOf(operation, body, at)}`] : []),
    ...(operation.bodyOptional ? ['bodyOptional: true'] : []),
    ...(result ? [`result: ${resultOf(result, paged, at)}`] : []),
    ...(success.join() === usual.join() ? [] : [`success: ${JSON.stringify(success)}`]),
    ...(errors.length > 0 ? [`errors: ${JSON.stringify(errors)}`] : []),
    ...(paged ? [`paging: 'pages'`] : []),
    ...(operation.streams ? ['streams: true'] : []),
    ...(token === undefined ? [] : [`token: ${JSON.stringify(token)}`]),
    ...(deprecated ? [`deprecated: ''`] : []),
    ...(LACKS[operation.name] ? [`lacks: ${JSON.stringify(LACKS[operation.name])}`] : []),
    ...(operation.only ? [`only: '${operation.only}'`] : []),
  ].join(', ')} } as const`;
}

/** The usual one first. */
const codesOf = ({ success }: PublishedOperation): number[] =>
  success.includes(205) ? [205, ...success.filter((code) => code !== 205)] : [...success];

/** Absent where only users have such a token: what the platform says is for its own staff, users do on other hosts. */
function tokenOf({ security }: PublishedOperation): TokenKind | 'any' | TokenKind[] | undefined {
  const kinds: TokenKind[] = [
    ...(security.includes('integration') ? (['integration'] as const) : []),
    ...(security.includes('integration-installation') ? (['installation'] as const) : []),
  ];
  const [only] = kinds;
  if (!security.includes('user')) return kinds.length > 1 ? kinds : only;
  return kinds.length === 2 ? 'any' : only && ['user', 'internal', only];
}

function queryOf({ name: of, query }: PublishedOperation, paged: boolean, at: Printing): string | undefined {
  const without = ['cachedMetadata', ...leftOut(of), ...(paged ? ['page', 'limit'] : [])];
  const own = query.filter(({ name }) => !without.includes(name));
  if (own.length === 0 && !paged) return undefined;
  if (paged) at.builders.add('Paging');
  at.builders.add('Obj');
  const object = printFields(own, at);
  return `Obj({ ${[...(paged ? ['...Paging'] : []), ...object].join(', ')} })`;
}

function printFields(fields: PublishedOperation['query'], at: Printing): string[] {
  return fields.map(({ name, required, schema }) => {
    // Its bounds are said at the lists alone.
    const own = name === 'limit' ? 'Paging' : required ? undefined : 'Optional';
    if (own) at.builders.add(own);
    if (name === 'limit') return 'limit: Paging.limit';
    const text = print(schema, at);
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${required ? text : `Optional(${text})`}`;
  });
}

/** An object of a body is one object, whatever choices it is made of: its fields are the flags of a command. */
function bodyOf({ name }: PublishedOperation, body: Schema, at: Printing): string {
  const object = flattened(body, at.contract);
  if (!object || !(object.properties ?? object.additionalProperties)) return print(body, at);
  const own = leftOut(name);
  const fields = Object.entries(object.properties ?? {}).filter(([field]) => !own.includes(field));
  const merged = fields.map(([field, schema]) => [
    field,
    MERGED_FIELDS.has(field) ? (flattened(schema, at.contract) ?? schema) : schema,
  ]);
  return printObject({ ...object, properties: Object.fromEntries(merged) }, at);
}

/** A page of a list is `pageOf` its items, with what else it tells of all of them. */
function resultOf(result: Schema, paged: boolean, at: Printing): string {
  const list = paged ? flattened(result, at.contract) : undefined;
  const { items, next: _next, count: _count, ...others } = list?.properties ?? {};
  if (!items?.items) return print(result, at);
  at.builders.add('pageOf');
  const page = `pageOf(${print(items.items, at)})`;
  const required = new Set(list?.required);
  const more = Object.entries(others).map(([name, schema]) => ({
    name,
    schema,
    required: required.has(name),
  }));
  if (more.length === 0) return page;
  at.builders.add('Obj');
  return `Obj({ ...${page}.properties, ${printFields(more, at).join(', ')} })`;
}

function imports(resource: Resource, at: Printing, owners: ReadonlyMap<string, string>): string[] {
  const from = (file: string) => {
    const path = posix.relative(posix.dirname(resource.file), file);
    return path.startsWith('.') ? path : `./${path}`;
  };
  const files = new Map<string, string[]>();
  for (const shape of at.shapes) {
    const ours = OURS[shape];
    const owner = owners.get(shape);
    if (resource.shapes.includes(shape)) continue;
    const file = ours ? `${ours[0]}.ts` : `${owner}.generated.ts`;
    files.set(file, [...new Set([...(files.get(file) ?? []), ours?.[1] ?? shape])]);
  }
  const builders = [...at.builders].sort();
  if (builders.length > 0) files.set('schema.ts', [...(files.get('schema.ts') ?? []), 'builders']);
  return [
    ...[...files]
      .sort()
      .map(([file, names]) => `import { ${names.sort().join(', ')} } from '${from(file)}';`),
    ...(builders.length > 0 ? ['', `const { ${builders.join(', ')} } = builders;`] : []),
  ];
}
