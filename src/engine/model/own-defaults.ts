// The defaults of a person in force: where no flag and no variable of the environment says otherwise.
import { type Defaults, readDefaults } from '../../config/defaults.ts';
import type { Context } from '../../context.ts';
import type { Io } from '../../output/io.ts';

/** Values of a default that are checked before they are kept. */
export const COLORS: readonly string[] = ['auto', 'always', 'never'];

/** The context with the defaults in it; the same one where there are none. Throws ConfigError `CONFIG_CORRUPT`. */
export function withDefaults(context: Context): Context {
  const { values } = readDefaults(context.paths());
  const { output, pager, color, concurrency } = values;
  if (Object.keys(values).length === 0) return context;
  const { env } = context;
  const more = {
    ...(output !== undefined && !env.DOCS_OUTPUT && { DOCS_OUTPUT: output }),
    ...(pager !== undefined && env.DOCS_PAGER === undefined && { DOCS_PAGER: pager }),
    ...(concurrency !== undefined && !env.DOCS_CONCURRENCY && { DOCS_CONCURRENCY: concurrency }),
  };
  return { ...context, env: { ...env, ...more }, io: colored(context.io, color, env) };
}

/** NO_COLOR and FORCE_COLOR win: they are meant for one run. */
function colored(io: Io, color: Defaults['values']['color'], env: Context['env']): Io {
  if (color === undefined || color === 'auto' || env.NO_COLOR || env.FORCE_COLOR !== undefined) return io;
  const value = color === 'always';
  return Object.create(io, { colorOut: { value }, colorErr: { value } });
}
