// The package for Debian and Ubuntu: the program in /usr/lib, completions and manual pages where the system looks.
import { createHash } from 'node:crypto';
import { ar, gzip, type Item, tar } from './archive.ts';
import type { Arch } from './contents.ts';

const HOME = 'usr/lib/docs-admin-cli';
const ARCHES: Readonly<Record<Arch, string>> = { x64: 'amd64', arm64: 'arm64' };

const COMPLETIONS: Readonly<Record<string, string>> = {
  'completions/docs.bash': 'usr/share/bash-completion/completions/docs',
  'completions/docs.zsh': 'usr/share/zsh/vendor-completions/_docs',
  'completions/docs.fish': 'usr/share/fish/vendor_completions.d/docs.fish',
};

export interface Facts {
  version: string;
  description: string;
  arch: Arch;
  /** Of everything in it, in seconds. */
  time: number;
}

export const debName = ({ version, arch }: Facts): string => `docs-admin-cli_${version}_${ARCHES[arch]}.deb`;

export function deb(program: readonly Item[], packages: readonly Item[], facts: Facts): Buffer {
  const { time } = facts;
  const items = layOut(program, packages);
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', gzip(tar(controlOf(items, facts), time))],
      ['data.tar.gz', gzip(tar(items, time))],
    ],
    time,
  );
}

function layOut(program: readonly Item[], packages: readonly Item[]): Item[] {
  const pages = program.filter(({ path }) => /^dist\/man\/.*\.1$/.test(path));
  const completions = program.flatMap((item) => {
    const path = COMPLETIONS[item.path];
    return path === undefined || !item.data ? [] : [{ path, data: item.data }];
  });
  const license = program.find(({ path }) => path === 'LICENSE')?.data ?? Buffer.alloc(0);
  return [
    ...program
      .filter((item) => !pages.includes(item))
      .map((item) => ({ ...item, path: `${HOME}/${item.path}` })),
    ...packages.map((item) => ({ ...item, path: `${HOME}/${item.path}` })),
    ...pages.map(({ path, data = Buffer.alloc(0) }) => ({
      path: `usr/share/man/man1/${path.replace('dist/man/', '')}.gz`,
      data: gzip(data),
    })),
    ...completions,
    { path: 'usr/share/doc/docs-admin-cli/copyright', data: license },
    { path: 'usr/bin/docs', link: `../lib/docs-admin-cli/bin/docs.js` },
  ];
}

function controlOf(items: readonly Item[], { version, description, arch }: Facts): Item[] {
  const size = items.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  const control = `Package: docs-admin-cli
Version: ${version}
Architecture: ${ARCHES[arch]}
Maintainer: docs-admin-cli <maintainers@docs-admin-cli.invalid>
Installed-Size: ${Math.ceil(size / 1024)}
Depends: nodejs (>= 20.18)
Section: utils
Priority: optional
Description: ${description}
`;
  const sums = items
    .flatMap(({ path, data }) => (data ? [`${createHash('md5').update(data).digest('hex')}  ${path}`] : []))
    .sort();
  return [
    { path: 'control', data: Buffer.from(control) },
    { path: 'md5sums', data: Buffer.from(`${sums.join('\n')}\n`) },
  ];
}
