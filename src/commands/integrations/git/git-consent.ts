// What a git import brings in, in words.
import type { Stakes } from '../../../engine/model/command.ts';
import type { Input } from '../../../engine/run/input.ts';
import type { Run } from '../../../engine/run/run.ts';
import { describe } from '../../../engine/run/target.ts';
import { maskUrl } from '../../../files/mask-url.ts';

export const importStakes = (run: Run): Stakes => ({
  what: `into ${describe(run)}`,
  change: `from ${repositoryName(run.input)}`,
});

/** `https://git.example.com/guides.git (main)`, without user and password. */
export const repositoryName = ({ url, ref }: Input): string =>
  `${maskUrl(String(url))} (${String(ref).replace('refs/heads/', '')})`;
