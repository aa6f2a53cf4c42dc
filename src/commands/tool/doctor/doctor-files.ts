// docs doctor on the files that docs keeps: where they are, and who else can read them.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../../../config/paths.ts';
import { holdsOnlyOurs, isWritableByOthers } from '../../../files/folder.ts';
import { shellLine, shellWord } from '../../../files/shell-word.ts';
import { type Check, failed, ok, warning } from './doctor-check.ts';

const FILES = ['config.json', 'credentials.json'];

/** To be asked before anything is read: reading takes rights of others away. */
export function filesCheck({ config }: Paths): Check {
  const name = 'files';
  if (config === undefined)
    return warning(
      name,
      'no place for settings: HOME is not set',
      'set HOME or DOCS_CONFIG_DIR; DOCS_TOKEN works without',
    );
  const folder = lookAt(config);
  if (!folder) return ok(name, `${config} does not exist yet`);
  if (!folder.isDirectory())
    return failed(name, `${config} is not a folder`, 'move it away, or set DOCS_CONFIG_DIR');
  const isShared = !holdsOnlyOurs(config);
  if (isShared && isWritableByOthers(folder))
    return failed(
      name,
      `${config} can be changed by other users and contains files that do not belong to docs: no token is saved there`,
      `chmod go-w ${shellWord(config)}, or set DOCS_CONFIG_DIR`,
    );
  // Readers of other things in the folder are no danger to files that are closed themselves.
  const open = [...(isShared ? [] : [config]), ...FILES.map((file) => join(config, file))].flatMap((path) => {
    const mode = (lookAt(path)?.mode ?? 0) & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${path} (${mode.toString(8)})`];
  });
  if (open.length === 0)
    return ok(name, isShared ? `${config}, only you can read its files` : `${config}, only you can read it`);
  return warning(
    name,
    `other users can read ${open.join(', ')}`,
    isShared
      ? `chmod go= ${shellLine(FILES.map((file) => join(config, file)))}`
      : `chmod -R go= ${shellWord(config)}; otherwise files are restricted on the next read, the folder on the next write`,
  );
}

function lookAt(path: string) {
  try {
    return lstatSync(path);
  } catch {
    // What cannot be looked at cannot be read either, and reading it will say why.
    return undefined;
  }
}
