// The files that examples of the help name.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that examples name. */
export function writeFixtures(folder: string): void {
  const files: Record<string, string> = {
    'install.md': '# Install\n\nRun it.\n',
    'notes.md': '# Why\n\n- one\n- two\n',
    'settings.json': '{"title": "Guide"}',
    'rules.json': '{"type": "none"}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
