// What the settings make of addresses and folders, a line each.
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { isKnownAddress, originOf, parseBaseUrl } from '../../../src/config/base-url.ts';
import { parseToken } from '../../../src/config/credentials.ts';
import { pathsOf } from '../../../src/config/folders.ts';
import { requirePath } from '../../../src/config/paths.ts';
import { checkProfileName, isProfileName } from '../../../src/config/settings.ts';
import { thrownBy } from '../../helpers/config-home.ts';
import { lineCases, spread } from '../../helpers/text-cases.ts';

lineCases(join(import.meta.dirname, 'words'), {
  'base-url': (text: string) => {
    const url = parseBaseUrl(text);
    return `${url} of ${originOf(url)}`;
  },
  'known-address': isKnownAddress,
  // A token as text or in bytes is the same, and none is quoted.
  token: (of: string | number[]) => {
    const given = typeof of === 'string' ? spread(of) : of;
    const forms = typeof given === 'string' ? [given, Buffer.from(given)] : [Uint8Array.from(given)];
    const errors = forms.map((form) => thrownBy(() => parseToken(form)));
    expect(inspect(errors)).not.toMatch(/canary/);
    return [...new Set(forms.map((form) => parseToken(form).reveal()))].join(' or ');
  },
  'profile-name': (name: string) => isProfileName(name) || checkProfileName(name),
  folders: (env: Record<string, string>, platform: NodeJS.Platform, cwd: string) => {
    const paths = pathsOf({ env, platform, cwd });
    return requirePath(paths, 'config') && paths;
  },
});
