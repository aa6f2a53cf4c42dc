// docs doctor on the files of ours: where they are, and who else may read them.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../../config/paths.ts';
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
  if (!folder) return ok(name, `${config} is not there yet`);
  if (!folder.isDirectory())
    return failed(name, `${config} is not a folder`, 'move it away, or set DOCS_CONFIG_DIR');
  const open = [config, ...FILES.map((file) => join(config, file))].flatMap((path) => {
    const mode = (lookAt(path)?.mode ?? 0) & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${path} (${mode.toString(8)})`];
  });
  if (open.length === 0) return ok(name, `${config}, for you alone`);
  return warning(
    name,
    `others may read ${open.join(', ')}`,
    `chmod -R go= '${config}'; docs also does it when it reads them`,
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
