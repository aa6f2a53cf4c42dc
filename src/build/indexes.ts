// npx tsx src/build/indexes.ts: writes the lists that follow from the folders.
import { writeFileSync } from 'node:fs';
import { staleIndexFiles } from './index-files.ts';

const stale = staleIndexFiles();
for (const [path, text] of stale) writeFileSync(path, text);
console.log(stale.length > 0 ? `made ${stale.map(([path]) => path).join(', ')}` : 'nothing to do');
