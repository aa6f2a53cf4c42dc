// A root for programs of arm64 on another machine: their C and C++ libraries, and the emulator that runs them.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian's packages libc6-arm64-cross and libstdc++6-arm64-cross put them. */
const LIBRARIES = '/usr/aarch64-linux-gnu/lib';
const NEEDED = [
  'ld-linux-aarch64.so.1',
  'libc.so.6',
  'libm.so.6',
  'libdl.so.2',
  'libpthread.so.0',
  'librt.so.1',
  'libgcc_s.so.1',
  'libstdc++.so.6',
];

/** Why nothing for arm64 can be run here; undefined where it can. */
export function whyNoArm(): string | undefined {
  if (emulator() === undefined) return 'qemu-aarch64-static is missing: apt-get install qemu-user-static';
  if (NEEDED.some((name) => !existsSync(join(LIBRARIES, name))))
    return 'libraries for arm64 are missing: apt-get install libc6-arm64-cross libstdc++6-arm64-cross libgcc-s1-arm64-cross';
  return undefined;
}

/** Puts both into a root. Programs there are then called by `/qemu PROGRAM`, one at a time: it starts none for them. */
export function bringArm(root: string): void {
  mkdirSync(join(root, 'lib'), { recursive: true });
  for (const name of NEEDED) copyFileSync(realpathSync(join(LIBRARIES, name)), join(root, 'lib', name));
  copyFileSync(emulator() ?? '', join(root, 'qemu'));
  chmodSync(join(root, 'qemu'), 0o755);
}

function emulator(): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'command -v qemu-aarch64-static'], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}
