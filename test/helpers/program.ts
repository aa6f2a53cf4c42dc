// Bundles a test program, so that plain Node runs it in a process of its own.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const resolve = createRequire(import.meta.url).resolve;

/** Writes the program of `entry` to `outfile` (`.mjs`); packages are loaded from where they are. */
export async function bundleProgram(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      {
        name: 'packages stay outside',
        setup(plugin) {
          plugin.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
            if (kind === 'entry-point') return undefined;
            if (path.startsWith('node:')) return { path, external: true };
            return { path: pathToFileURL(resolve(path)).href, external: true };
          });
        },
      },
    ],
  });
}
