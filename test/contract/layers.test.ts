import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn } from '../helpers/circles.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/layers.txt');

const root = resolve(import.meta.dirname, '../../src');
/** What each layer may import from; files at the top of src may import everything. */
const GROUND = ['errors.ts', 'files'];
const BELOW_ENGINE = ['api', 'client', 'markdown', 'output', 'config', 'domain', ...GROUND, 'context.ts'];
const MAY: Record<string, readonly string[]> = {
  files: ['errors.ts'],
  api: [],
  markdown: ['api', ...GROUND],
  client: ['api', ...GROUND],
  output: GROUND,
  config: GROUND,
  terminal: [...GROUND, 'output', 'context.ts'],
  start: [...GROUND, 'config'],
  folder: ['api', 'markdown', ...GROUND],
  sandbox: ['api', 'markdown', 'folder', ...GROUND],
  domain: ['api', 'client', 'markdown', 'output', 'config', ...GROUND],
  engine: [...BELOW_ENGINE, 'sandbox/door.ts'],
  jobs: [...BELOW_ENGINE, 'engine', 'folder', 'sandbox/door.ts'],
  commands: [...BELOW_ENGINE, 'engine', 'folder', 'jobs', 'sandbox/door.ts'],
};

interface Source {
  /** Below its folder. */
  path: string;
  text: string;
}

const sourcesOf = (folder: string): readonly Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

const sources = sourcesOf(root);

const code = ({ text }: Source) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');
const topOf = (path: string) => path.split('/')[0] ?? '';

function wrongImports(source: Source): string[] {
  const layer = topOf(source.path);
  const allowed = MAY[layer];
  if (!allowed) return [];
  const imports = [...code(source).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, source.path, '..', path)),
  );
  return imports
    .filter((path) => topOf(path) !== layer && !allowed.includes(path) && !allowed.includes(topOf(path)))
    .map((path) => `${source.path} imports ${path}`);
}

/** The areas that divide every layer that goes by resource; commands have one more, for what is about the tool itself. */
const AREAS = ['content', 'insights', 'integrations', 'people', 'review', 'sites', 'translations'];
const BY_RESOURCE = ['api', 'commands', 'sandbox/db', 'sandbox/resources'];

/** Files and folders of a layer that are not in an area. */
const outsideAreas = (all: readonly Source[], layer: string): string[] => {
  const allowed = layer === 'commands' ? [...AREAS, 'tool'] : AREAS;
  const folders = all
    .filter(({ path }) => path.startsWith(`${layer}/`) && path.slice(layer.length + 1).includes('/'))
    .map(({ path }) => topOf(path.slice(layer.length + 1)));
  return [...new Set(folders)].filter((name) => !allowed.includes(name)).map((name) => `${layer}/${name}`);
};

function inTwoAreas(all: readonly Source[]): string[] {
  const areasOf = new Map<string, Set<string>>();
  for (const layer of BY_RESOURCE) {
    for (const { path } of all.filter((source) => source.path.startsWith(`${layer}/`))) {
      const [area = '', name = '', ...deeper] = path.slice(layer.length + 1).split('/');
      if (AREAS.includes(area) && name && deeper.length === 0)
        areasOf.set(name, (areasOf.get(name) ?? new Set()).add(area));
    }
  }
  return [...areasOf]
    .filter(([, areas]) => areas.size > 1)
    .map(([name, areas]) => `${name} is in ${[...areas].join(' and ')}`);
}

const MOST_FILES = 40;

function crowded(all: readonly Source[]): string[] {
  const count = new Map<string, number>();
  for (const { path } of all) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
  return [...count]
    .filter(([, number]) => number > MOST_FILES)
    .map(([folder, number]) => `${folder}: ${number}`);
}

/** What stands alone at the top of src; everything else is in a layer. */
const LOOSE = ['cli.ts', 'context.ts', 'errors.ts', 'main.ts', 'start.ts'];

const folderNames = (all: readonly Source[]) =>
  [...new Set(all.filter(({ path }) => path.includes('/')).map(({ path }) => topOf(path)))].filter(
    (name) => name !== 'build',
  );

const contributing = () => readFileSync(join(root, '../.github/CONTRIBUTING.md'), 'utf8');

/** Layers whose row in the guide is missing, or says something else than the rules here. */
function wrongInMap(guide: string): string[] {
  const rows = new Map(
    [...guide.matchAll(/^\| `src\/([a-z/]+)` \| .+ \| (.+) \|$/gm)].map(([, layer = '', may = '']) => [
      layer,
      [...may.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ]),
  );
  const layers = new Set([...rows.keys(), ...Object.keys(MAY)]);
  return [...layers].filter(
    (layer) => [...(rows.get(layer) ?? ['missing'])].sort().join() !== [...(MAY[layer] ?? [])].sort().join(),
  );
}

/** Whoever may know the process: it is given to all others. */
const AT_THE_EDGE = ['main.ts', 'start.ts'];

interface Rule {
  says: string;
  /** What breaks it. */
  faults(all: readonly Source[]): string[];
  /** Files that break it, each by itself. */
  plants: readonly (readonly Source[])[];
}

const file = (path: string, text = ''): Source => ({ path, text });

const RULES: readonly Rule[] = [
  {
    says: 'every file imports only from the layers below it',
    faults: (all) => all.flatMap(wrongImports),
    plants: [
      ...table('a file that may not import another').map(([path = '', target = '']) => [
        file(path, `import { x } from '${target}';`),
      ]),
      [file('engine/x.ts', "await import('../commands/index.ts');")],
    ],
  },
  {
    says: 'a text for people is cut by files/texts.ts, which never halves a letter',
    faults: (all) =>
      all
        .filter(({ path }) => !/^(?:build|sandbox)\/|^files\/plain-forms\.ts$|^api\/check\.ts$/.test(path))
        .filter((source) => /slice\(0, [\w. -]+\)\}(?:\.\.\.|\\u2026)`/.test(code(source)))
        .map(({ path }) => path),
    plants: [[file('jobs/x.ts', 'const shown = `$' + '{text.slice(0, 60)}...`;')]],
  },
  {
    says: 'every folder of src is a layer with rules',
    faults: (all) => folderNames(all).filter((name) => !(name in MAY)),
    plants: [[file('helpers/x.ts')]],
  },
  {
    says: 'nothing else is loose at the top of src',
    faults: (all) =>
      all.map(({ path }) => path).filter((path) => !path.includes('/') && !LOOSE.includes(path)),
    plants: [[file('util.ts')]],
  },
  {
    says: 'no file outside the process edge ends the process or reads its globals',
    faults: (all) =>
      all
        .filter(({ path }) => !AT_THE_EDGE.includes(path) && topOf(path) !== 'build')
        .filter((source) => /\bprocess\.(exit|env|argv|stdout|stdin|stderr|on)\b/.test(code(source)))
        .map(({ path }) => path),
    plants: [[file('engine/x.ts', 'process.exit(1);')], [file('output/x.ts', 'process.stdout.write("");')]],
  },
  ...BY_RESOURCE.map(
    (layer): Rule => ({
      says: `src/${layer} is divided by area and by nothing else`,
      faults: (all) => outsideAreas(all, layer),
      plants: [[file(`${layer}/misc/x.ts`)]],
    }),
  ),
  {
    says: 'a resource is in the same area in every layer',
    faults: inTwoAreas,
    plants: [[file('api/people/planted.ts'), file('commands/sites/planted.ts')]],
  },
  {
    says: `no folder holds more than ${MOST_FILES} files`,
    faults: crowded,
    plants: [Array.from({ length: MOST_FILES + 1 }, (_, at) => file(`sandbox/crowd/x${at}.ts`))],
  },
];

describe.each(RULES)('$says', ({ faults, plants }) => {
  it('holds', () => {
    expect(faults(sources)).toEqual([]);
  });

  it.each(plants.map((plant) => [plant[0]?.path, plant] as const))('is broken by %s', (_, plant) => {
    expect(faults([...sources, ...plant])).not.toEqual([]);
  });
});

it('every file opens with a sentence on its job', () => {
  const silent = sources.filter(({ path, text }) => !path.includes('.generated.') && !/^\/\/ \S/.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

describe('the map for contributors', () => {
  it('shows every layer, and what it may import', () => {
    expect(wrongInMap(contributing())).toEqual([]);
  });

  it('is wrong when a row is missing, or says something else', () => {
    const row = '| `src/engine` |';
    expect(contributing()).toContain(row);
    expect(wrongInMap(contributing().replace(row, '| `src/engines` |'))).toEqual(['engines', 'engine']);
    expect(wrongInMap(contributing().replace('output`, `context.ts` |', 'output` |'))).toEqual(['terminal']);
  });

  it('knows no layer that is gone', () => {
    const isThere = (name: string) => sources.some(({ path }) => path.startsWith(`${name}/`));
    expect(Object.keys(MAY).filter((name) => !isThere(name))).toEqual([]);
  });
});

/** At the start of a line, since a test holds code as text; of the program also what is loaded when it is needed. */
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm;
const LATER = /\bimport\('(\.[^']+)'\)/g;

/** What each file of a folder imports from it. */
const importsIn = (files: readonly Source[], folder: string, kinds = [IMPORT]): Map<string, string[]> =>
  new Map(
    files.map((source) => [
      source.path,
      kinds
        .flatMap((kind) => [...code(source).matchAll(kind)])
        .map(([, path = '']) => relative(folder, resolve(folder, source.path, '..', path))),
    ]),
  );

describe('files that import each other', () => {
  const imports = importsIn(sources, root, [IMPORT, LATER]);

  it('make no circle, types and what is loaded later included', () => {
    expect(circlesIn(imports)).toEqual([]);
  });

  it('are loaded once: nothing is loaded later that the same file loads at once', () => {
    const now = importsIn(sources, root, [/^import (?!type )[^;]*?\bfrom '(\.[^']+)'/gm]);
    const twice = [...importsIn(sources, root, [LATER])].flatMap(([file, later]) =>
      later.filter((path) => now.get(file)?.includes(path)).map((path) => `${file}: ${path}`),
    );
    expect(twice).toEqual([]);
  });

  it('make none in the tests', () => {
    const folder = resolve('test');
    expect(circlesIn(importsIn(sourcesOf(folder), folder))).toEqual([]);
  });

  it('are found, also by way of others', () => {
    const planted = new Map([...imports, ['x.ts', ['y.ts']], ['y.ts', ['z.ts']], ['z.ts', ['x.ts']]]);
    expect(circlesIn(planted)).toContainEqual(['x.ts', 'y.ts', 'z.ts']);
  });
});
