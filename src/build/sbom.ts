// npm run sbom: what the package consists of, as CycloneDX: what it installs, and what is bundled in dist/.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { byText } from '../files/texts.ts';
import { bundledPackages } from './licenses.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  scope?: string;
  type?: string;
  cpe?: string;
  purl?: string;
  properties?: { name: string; value: string }[];
}
interface Dependency {
  ref: string;
  dependsOn?: string[];
}
export interface Sbom {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: Component[];
  dependencies: Dependency[];
}

/**
 * Takes npm's list of all locked packages, the name of ours, and the names and versions that dist/ holds; returns the list of what a
 * user gets, the same for the same lock: without number, time and packages that only build and test.
 */
export function shippedOnly(all: Sbom, name: string, bundled: ReadonlySet<string>): Sbom {
  const { serialNumber: _, ...rest } = all;
  const { timestamp: __, ...about } = all.metadata;
  // npm puts the name of the folder here.
  const metadata = { ...about, component: { ...about.component, name } };
  const components = all.components
    .flatMap((one) => {
      if (!isForDevelopment(one)) return [one];
      const isBundled = bundled.has(`${one.name} ${one.version}`);
      return isBundled ? [{ ...one, scope: 'required', properties: [BUNDLED] }] : [];
    })
    .flatMap((one) => [one, ...compiledIn(one)])
    .sort((a, b) => byText(a['bom-ref'], b['bom-ref']));
  const shipped = new Set(components.map((one) => one['bom-ref']));
  const dependencies = all.dependencies
    .filter(({ ref }) => shipped.has(ref) || !all.components.some((one) => one['bom-ref'] === ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => shipped.has(one)).sort(),
    }))
    .sort((a, b) => byText(a.ref, b.ref));
  return { ...rest, metadata, components, dependencies };
}

/** A package of npm may hold a program of another project; advisories are about that one, by its own version. */
function compiledIn({ name, version }: Component): Component[] {
  const jq = name === 'jq-wasm' ? /-jq-([\d.]+)$/.exec(version)?.[1] : undefined;
  if (jq === undefined) return [];
  return [
    {
      'bom-ref': `jq@${jq}`,
      type: 'library',
      name: 'jq',
      version: jq,
      scope: 'required',
      cpe: `cpe:2.3:a:jqlang:jq:${jq}:*:*:*:*:*:*:*`,
      purl: `pkg:github/jqlang/jq@jq-${jq}`,
      properties: [BUNDLED],
    },
  ];
}

/** To npm it is a tool of ours; to a user it is a part of dist/. */
const BUNDLED = { name: 'docs:bundled', value: 'true' };

const isForDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

/** Of the lock, not of what lies in node_modules. Throws Error when npm cannot tell or dist/ is not built. */
export function makeSbom(): Sbom {
  const notices = 'dist/THIRD-PARTY-LICENSES';
  if (!existsSync(notices)) throw new Error('dist/ is not built: npm run build');
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr.slice(0, 500)}`);
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  return shippedOnly(JSON.parse(stdout), name, bundledPackages(readFileSync(notices, 'utf8')));
}

if (process.argv[1]?.endsWith('sbom.ts')) console.log(JSON.stringify(makeSbom(), null, 2));
