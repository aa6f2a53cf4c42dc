// docs preview: a folder of documentation as the site that it will be, on this machine alone.
import { lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { arg, type Command, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { printLine } from '../../engine/run/view.ts';
import { LocalIoError, UsageError } from '../../errors.ts';
import { statsAt } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import type { LoadedPreview } from './loaded-preview.ts';

const FLAGS = [
  flag('--port <n>', 'port; the next free one if it is taken', { default: '4000' }),
  flag('--open', 'open it in the browser', { reach: 'machine' }),
  flag('--site <file>', 'site file, for sections and variants from several folders'),
  flag('--as <file>', 'JSON file with the claims of the visitor who reads'),
  flag('--to <folder>', 'write static files here instead of serving'),
  flag('--pdf <file>', 'write a PDF here instead of serving'),
] as const;

/** What the pages do not show as the platform does. */
const NOT_DRAWN = 'integrations, embedded media, Mermaid diagrams and OpenAPI operations';

type PreviewRun = Run<FlagsOf<typeof FLAGS>>;

const preview: Command = handmade('preview', {
  summary: 'Preview a folder of documentation as a site',
  args: [{ ...arg('folder'), required: false }],
  options: FLAGS,
  local: true,
  prints: true,
  examples: [
    ['Serve a folder, and show each change at once', 'docs preview ./docs --open'],
    ['Write static files', 'docs preview ./docs --to ./public'],
    ['Write a PDF', 'docs preview ./docs --pdf manual.pdf'],
    ['Read as a visitor with claims', 'docs preview ./docs --as claims.json'],
  ],
  notes: `Serves the folder (default: the current one) on 127.0.0.1 until you press Ctrl-C; needs no account, no network and
no sandbox. A page that changes is shown at once, where it was scrolled to. A folder of several spaces shows each as
a section; --site shows them as a site file says, each space named by its folder, its title or its ID in an export.
--to writes files that need no server, and replaces only files that it wrote itself.
The platform draws some blocks that the preview only names: ${NOT_DRAWN}.`,
  run: previewFolder,
});
export default preview;

/** Throws UsageError for flags and folders that cannot be used, LocalIoError. */
async function previewFolder(run: PreviewRun): Promise<void> {
  const { context, flags, args } = run;
  const { to, pdf, site, open } = flags;
  if (to !== undefined && pdf !== undefined)
    throw new UsageError('--to and --pdf cannot be used together', { hint: 'docs preview --help' });
  const port = portOf(flags.port);
  const folder = args.folder ?? '.';
  if (to !== undefined && resolve(context.cwd, to) === resolve(context.cwd, folder))
    throw new UsageError(`--to cannot be "${to}": that is the folder of the pages`, {
      hint: shell`docs preview ${folder} --to ./public`,
    });
  const { loadPreview } = await import('./loaded-preview.ts');
  const loaded = await loadPreview({
    folder: resolve(context.cwd, folder),
    shown: folder,
    site: site === undefined ? undefined : resolve(context.cwd, site),
    claims: flags.as === undefined ? undefined : resolve(context.cwd, flags.as),
    leftOut: to === undefined ? undefined : resolve(context.cwd, to),
    ...{ live: to === undefined && pdf === undefined, pictures: pdf !== undefined },
    ...{ now: context.now, env: context.env },
  });
  try {
    sayProblems(run, loaded);
    if (to !== undefined) await writeSite(run, loaded, to);
    else if (pdf !== undefined) await writePdf(run, loaded, pdf);
    else await serve(run, loaded, port, open === true);
  } finally {
    loaded.close();
  }
}

const MOST_PORT = 65_535;

function portOf(given: unknown): number {
  const port = String(given ?? '4000');
  if (/^\d{1,5}$/.test(port) && Number(port) <= MOST_PORT) return Number(port);
  throw new UsageError(`--port must be between 0 and ${MOST_PORT}, not "${port}"`, {
    hint: 'docs preview --help',
  });
}

/** What could not be read is left out: one line, with where it is. */
function sayProblems({ context: { io } }: PreviewRun, { problems }: LoadedPreview): void {
  const [first] = problems;
  if (!first) return;
  const { file, line, column, message } = first;
  const others = problems.length === 1 ? '' : `; ${plural(problems.length - 1, 'other problem')}`;
  warn(io, `${file}:${line}:${column} ${message}${others}`);
}

async function serve(run: PreviewRun, loaded: LoadedPreview, port: number, opens: boolean): Promise<void> {
  const { context } = run;
  const { io, signal } = context;
  const [{ servePreview }, { watchFolder }, { pageFindings }] = await Promise.all([
    import('./serve-preview.ts'),
    import('./serve-preview.ts'),
    import('./loaded-preview.ts'),
  ]);
  const served = await servePreview(loaded, port);
  const findings = pageFindings(loaded.folder, loaded.pages().length, (all) => {
    loaded.setFindings(all);
    served.tell('findings');
  });
  const watch = watchFolder(loaded, {
    changed(count) {
      served.tell(String(count));
      findings.soon();
    },
    failed: (message) => warn(io, message),
  });
  try {
    if (port !== 0 && served.port !== port) note(io, `port ${port} is in use: this is ${served.port}`);
    note(io, `the platform draws what the preview only names: ${NOT_DRAWN}`);
    note(io, `previewing ${plural(loaded.pages().length, 'page')}; press Ctrl-C to stop`);
    await printLine(run, 'url', served.url);
    void loaded.warmUp().then(() => findings.soon());
    if (opens) await context.openUrl(served.url);
    await new Promise<void>((end) => {
      if (signal.aborted) end();
      else signal.addEventListener('abort', () => end(), { once: true });
    });
  } finally {
    watch.stop();
    findings.stop();
    await served.close();
  }
}

async function writeSite(run: PreviewRun, loaded: LoadedPreview, to: string): Promise<void> {
  const { io, cwd, signal } = run.context;
  const { writeStatic } = await import('./write-static.ts');
  const { pages, files } = await writeStatic(loaded, { folder: resolve(cwd, to), shown: to, signal });
  note(io, `the platform draws what the preview only names: ${NOT_DRAWN}`);
  done(io, `wrote ${plural(pages, 'page')} and ${plural(files, 'other file')} to ${to}`, {
    ...{ outcome: 'written', folder: to, pages, files },
  });
}

async function writePdf(run: PreviewRun, loaded: LoadedPreview, to: string): Promise<void> {
  const { io, cwd } = run.context;
  if (loaded.spaces > 1)
    throw new UsageError(`--pdf takes one space, and this folder has ${loaded.spaces}`, {
      hint: 'name the folder of one space',
    });
  const path = resolve(cwd, to);
  const isThere = statsAt(path, { to: 'write', shown: to }) !== undefined;
  if (isThere && !isPdf(path))
    throw new LocalIoError(`${to} is there, and is not a PDF`, { hint: 'choose another name for --pdf' });
  const { bytes, warning } = await loaded.pdf();
  const { writeWhole } = await import('../../files/safe-write.ts');
  await writeWhole(path, bytes, { replace: isThere, shown: to });
  if (warning !== undefined) warn(io, warning);
  const pages = loaded.pages().length;
  done(io, `wrote ${plural(pages, 'page')} to ${to}`, { outcome: 'written', file: to, pages });
}

/** An older one may be replaced; a file of another kind is there by mistake. */
function isPdf(path: string): boolean {
  try {
    // A pipe would be waited for.
    return lstatSync(path).isFile() && readFileSync(path).subarray(0, 5).toString('latin1') === '%PDF-';
  } catch {
    return false;
  }
}
