// What the settings make of addresses and folders, a line each.
import { join } from 'node:path';
import { originOf, parseBaseUrl } from '../../../src/config/base-url.ts';
import { pathsOf } from '../../../src/config/folders.ts';
import { isKnownAddress } from '../../../src/config/known-hosts.ts';
import { requirePath } from '../../../src/config/paths.ts';
import { checkProfileName, isProfileName } from '../../../src/config/settings.ts';
import { lineCases } from '../../helpers/text-cases.ts';

lineCases(join(import.meta.dirname, 'words'), {
  'base-url': (text: string) => {
    const url = parseBaseUrl(text);
    return `${url} of ${originOf(url)}`;
  },
  'known-address': isKnownAddress,
  'profile-name': (name: string) => isProfileName(name) || checkProfileName(name),
  folders: (env: Record<string, string>, platform: NodeJS.Platform, cwd: string) => {
    const paths = pathsOf({ env, platform, cwd });
    return requirePath(paths, 'config') && paths;
  },
});
