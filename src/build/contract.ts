// npm run contract: writes the generated half of src/api from the published contract.
// -- --next [VERSION]: lists what another version, the newest by default, has otherwise; exit 6 if anything.
// -- --take [VERSION]: the same, then pins that version and generates from it.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestVersion, ofAllAges, pinVersion, publishedContract } from './contract/ages.ts';
import { differenceLine, differences } from './contract/differences.ts';
import { generate } from './contract/generate.ts';
import { generatedFiles, resourcesIn } from './contract/resources.ts';
import { installedContract } from './contract/specification.ts';

const API = join(import.meta.dirname, '..', 'api');
/** As `docs` exits where something differs. */
const DIFFERS = 6;

const [mode, asked] = process.argv.slice(2);
if (mode === '--next') process.exitCode = compare(asked ?? newestVersion());
else if (mode === '--take') take(asked ?? newestVersion());
else if (mode === undefined) write();
else throw new Error(`unknown argument "${mode}"; known are --next [VERSION] and --take [VERSION]`);

function compare(version: string): number {
  const pinned = installedContract();
  const found = differences(pinned, publishedContract(version));
  for (const one of found) console.log(differenceLine(one));
  console.log(`${pinned.version} is pinned; ${version} differs in ${found.length} places`);
  return found.length > 0 ? DIFFERS : 0;
}

function take(version: string): void {
  compare(version);
  pinVersion(version);
  // Another process: this one has read the version that was pinned before.
  spawnSync(process.execPath, [...process.execArgv, import.meta.filename], { stdio: 'inherit' });
}

/** The newest contract, and the last one that has what the platform's older hosts offer. */
function write(): void {
  const contract = ofAllAges([installedContract(), installedContract('@gitbook/api-0.146')]);
  const made = generate(contract, resourcesIn(API));
  const texts = formatted([...made.values()]);
  for (const [index, name] of [...made.keys()].entries()) writeFileSync(join(API, name), texts[index] ?? '');
  for (const name of generatedFiles(API)) if (!made.has(name)) rmSync(join(API, name));
  console.log(`wrote ${texts.length} files`);
}

/** Each text as the formatter leaves it. It is called once: it takes longer to start than to read them all. */
function formatted(all: readonly string[]): string[] {
  const between = '// next file\n';
  const { stdout, stderr, status } = spawnSync(
    'npx',
    ['biome', 'format', '--stdin-file-path=src/api/shapes.ts'],
    {
      input: all.join(between),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`biome could not format what was made: ${stderr.slice(0, 500)}`);
  return stdout.split(between);
}
