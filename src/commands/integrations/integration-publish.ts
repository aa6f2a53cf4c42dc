// The files of docs integrations publish: script, icon, preview images.

import { INTEGRATION_NAME } from '../../api/integrations/integration-parts.ts';
import type { Option, Stakes } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { fromContext, onlyOrganization } from '../../engine/run/context-params.ts';
import { readBytes, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError, ValidationError } from '../../errors.ts';
import { integrationBefore } from '../../workflows/dangers/integrations.ts';
import { widerVisibility } from '../widening.ts';

const FIELDS = 'Fields:';

export const PUBLISH_FLAGS = [
  { flags: '--script <file>', description: 'script file', group: FIELDS, required: true },
  { flags: '--icon <file>', description: 'image of at most 1 MiB', group: FIELDS },
  {
    flags: '--preview-images <files>',
    description: 'up to 3 images of at most 2 MiB, separated by commas',
    group: FIELDS,
  },
] as const satisfies readonly Option[];

export type PublishRun = Run<FlagsOf<typeof PUBLISH_FLAGS>>;

const MIB = 1024 * 1024;

/** Puts the files into the body. Throws ValidationError for what is no image, UsageError for secrets in argv. */
export async function readIntegration(run: PublishRun): Promise<void> {
  checkName(run);
  refuseInlineSecrets(run);
  const { script, icon, previewImages } = run.flags;
  const { context } = run;
  if (typeof script === 'string') {
    run.input = { ...run.input, script: await readTextFile(context, script, '--script') };
  }
  if (run.input.script === undefined) {
    throw new UsageError('--script is required', { hint: `${run.path} --help` });
  }
  if (typeof icon === 'string') run.input = { ...run.input, icon: await readImage(run, icon, '--icon', MIB) };
  if (typeof previewImages === 'string') {
    const names = previewImages.split(',').map((name) => name.trim());
    const images = names.map((name) => readImage(run, name, '--preview-images', 2 * MIB));
    run.input = { ...run.input, previewImages: await Promise.all(images) };
  }
}

/** The organization to install in, when none is given: the one of the context. */
export async function readInstallation(run: Run): Promise<void> {
  checkName(run);
  if (run.input.organization !== undefined) return;
  const organization = fromContext(run, 'organizationId') ?? (await onlyOrganization(run));
  run.input = { ...run.input, organization };
}

/** An integration that more people can see than before. */
export async function widerIntegration(run: Run): Promise<Stakes> {
  const target = await integrationBefore(run);
  return { what: `integration "${run.input.integrationName}"`, ...widerVisibility({ ...run, target }) };
}

/** Throws ValidationError for a name the platform could not have. */
function checkName({ input, path }: Run): void {
  const name = String(input.integrationName);
  if (name.length <= 100 && new RegExp(INTEGRATION_NAME).test(name)) return;
  if (/^https?:/.test(name)) return;
  throw new ValidationError(
    `<integration> must be 1 to 100 letters, digits, dots, dashes or underscores, not "${name.slice(0, 60)}"`,
    { hint: `${path} --help`, details: { field: 'integrationName' } },
  );
}

function refuseInlineSecrets({ flags, input }: PublishRun): void {
  const inline = flags.data !== undefined && flags.data !== '-' && !flags.data.startsWith('@');
  if (!inline || input.secrets === undefined) return;
  throw new UsageError('secrets on the command line are visible to other processes: put them in a file', {
    code: 'SECRET_IN_ARGV',
    hint: 'docs integrations publish <integration> --script index.js --data @integration.json',
  });
}

async function readImage(run: PublishRun, name: string, flag: string, mostBytes: number): Promise<string> {
  const bytes = await readBytes(run.context, name, flag);
  const problem = imageProblem(bytes, mostBytes);
  if (problem) throw new ValidationError(`${flag} ${name} ${problem}`, { hint: `${run.path} --help` });
  return bytes.toString('base64');
}

const MAGIC: readonly (readonly [string, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpeg', 'ffd8ff'],
  ['gif', '47494638'],
  ['webp', '52494646'],
];

function imageProblem(bytes: Buffer, mostBytes: number): string | undefined {
  if (bytes.length > mostBytes) return `has ${bytes.length} bytes; at most ${mostBytes} are allowed`;
  const start = bytes.subarray(0, 16).toString('hex');
  const known = MAGIC.some(([, magic]) => start.startsWith(magic)) || isSvg(bytes);
  return known ? undefined : 'is not an image: use png, jpeg, gif, webp or svg';
}

const isSvg = (bytes: Buffer): boolean =>
  /^(?:\uFEFF)?\s*<(?:\?xml|svg|!--)/.test(bytes.subarray(0, 256).toString('utf8')) && bytes.includes('<svg');
