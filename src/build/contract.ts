// npm run contract: writes the generated half of src/api from the published contract.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ofAllAges } from './contract/ages.ts';
import { generate } from './contract/generate.ts';
import { resourcesIn } from './contract/resources.ts';
import { installedContract } from './contract/specification.ts';

const API = join(import.meta.dirname, '..', 'api');

/** The newest contract, and the last one that has what the platform's older hosts offer. */
const contract = ofAllAges([installedContract(), installedContract('@gitbook/api-0.146')]);

const made = generate(contract, resourcesIn(API));
const texts = formatted([...made.values()]);
for (const [index, name] of [...made.keys()].entries()) writeFileSync(join(API, name), texts[index] ?? '');
console.log(`wrote ${texts.length} files`);

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
