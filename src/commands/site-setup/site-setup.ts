// docs sites setup: a whole site in one go, by questions or by a plan.
import {
  addToSiteSectionGroup,
  createSiteSectionGroup,
  listSiteSectionGroups,
} from '../../api/site-section-groups.ts';
import { createSiteSection, listSiteSections, updateSiteSection } from '../../api/site-sections.ts';
import { addSiteSpace, listSiteSpaces } from '../../api/site-spaces.ts';
import {
  createSite,
  deleteSite,
  getSite,
  listSites,
  publishSite,
  type Site,
  updateSite,
} from '../../api/sites.ts';
import { listSpaces } from '../../api/spaces.ts';
import { handmade } from '../../engine/model/command.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { aloneWith } from '../../engine/run/alone.ts';
import { canAsk } from '../../engine/run/can-ask.ts';
import { shellQuote } from '../../engine/run/confirm.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { InteractionError } from '../../errors.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { done, note } from '../../output/note.ts';
import { renderItem } from '../../output/render.ts';
import { planText } from '../../workflows/site-setup/plan-file.ts';
import { planCommands } from '../../workflows/site-setup/plan-lines.ts';
import { type Opened, openDraft, planLines, refuseTaken } from './site-setup-draft.ts';
import { carryOut } from './site-setup-run.ts';

const PLAN = `A plan:
  title: Developer docs
  type: basic                # basic, premium, ultimate, sponsored
  visibility: public         # public, unlisted, share-link, visitor-auth
  sections:                  # or: spaces: [Guides, Handbook]
    - spaces: [Guides]       # by title or id; title is that of the space
      icon: book
    - group: Reference
      sections:
        - title: API
          spaces: [API reference]
          description: Every endpoint
  default: API
  publish: true`;

export const siteSetup = handmade('setup', {
  summary: 'Set a whole site up: by questions on a terminal, or by a plan',
  options: [
    { flags: '--from <file>', description: 'plan to carry out, in YAML', group: 'Fields:' },
    { flags: '--save <file>', description: 'write the plan to this file', group: 'Fields:' },
    {
      flags: '--site <site>',
      description: 'go on with this site: what is there already stays',
      group: 'Fields:',
    },
    { flags: '--org <org>', description: 'organization: id or title', group: 'Context:' },
    {
      flags: '--dry-run',
      description: 'show the plan and the commands that do the same, send nothing',
      group: 'Safety:',
    },
    { flags: '-y, --yes', description: 'publish to everybody without a question', group: 'Safety:' },
  ],
  columns: ['id', 'title', 'type', 'visibility', 'published', 'urls.published'],
  uses: [
    listSpaces,
    listSites,
    getSite,
    createSite,
    updateSite,
    deleteSite,
    publishSite,
    listSiteSpaces,
    addSiteSpace,
    listSiteSections,
    createSiteSection,
    updateSiteSection,
    listSiteSectionGroups,
    createSiteSectionGroup,
    addToSiteSectionGroup,
  ],
  examples: ['docs sites setup --from site.yaml --dry-run', 'docs sites setup --from site.yaml --yes'],
  notes: `${PLAN}\n\nA second run with --site goes on where the first one stopped, and sends nothing that is done already.`,
  run: setUp,
});

async function setUp(run: Run): Promise<void> {
  const opened = await openDraft(run);
  if (run.flags.dryRun) return printPlan(run, opened);
  const saved = await savePlan(run, opened);
  if (opened.end === 'save')
    return note(run.context.io, `to make the site: docs sites setup --from ${saved}`);
  if (opened.end === 'stop') throw new InteractionError('not done: you left it', { code: 'DECLINED' });
  const { organization, title } = opened.draft;
  const made = await aloneWith(run, ['site', organization.id, title], async () => {
    const site = await siteToGoOnWith(run, opened);
    await refuseTaken(run, opened.draft, site?.id);
    await agreeToPublish(run, opened);
    return carryOut(run, opened, { site, saved });
  });
  const final = { ...opened, draft: made.draft };
  if (saved !== undefined && made.draft !== opened.draft) await savePlan(run, final);
  sayEnd(run, final, made.site, saved);
  const { io } = run.context;
  if (chosenFormat(run) === undefined && io.outTty) return;
  await renderItem(io, made.site, viewOf(run));
}

async function printPlan(run: Run, opened: Opened): Promise<void> {
  const { io } = run.context;
  const commands = commandsOf(run, opened).map((words) => ['docs', ...words].map(shellQuote).join(' '));
  const format = chosenFormat(run);
  if (format !== undefined && format !== 'table')
    return renderItem(io, { plan: opened.draft, commands }, viewOf(run));
  await io.out(`${planLines(io, opened.draft)}\n${commands.map((line) => `${line}\n`).join('')}`);
}

/** `--save`, or the choice at the end. Returns the file, undefined when nothing was asked for. */
async function savePlan(run: Run, { draft, isUnique, end }: Opened): Promise<string | undefined> {
  const { save } = run.flags;
  if (typeof save !== 'string' && end !== 'save') return undefined;
  const file = typeof save === 'string' ? save : 'site.yaml';
  const { resolve } = await import('node:path');
  writeFileDurably(resolve(run.context.cwd, file), await planText(draft, isUnique), { mode: 0o644 });
  done(run.context.io, `saved the plan: ${file}`);
  return file;
}

/** Only --site says so: a site of the context is not meant. */
async function siteToGoOnWith(run: Run, { draft }: Opened): Promise<Site | undefined> {
  if (typeof run.flags.site !== 'string') return undefined;
  const input = { organizationId: draft.organization.id, siteId: run.flags.site };
  const scoped: Run = { ...run, operation: getSite, input };
  await fillContext(scoped);
  const client = await run.client();
  return withReferences(scoped, ({ organizationId, siteId }) =>
    client.call(getSite, { organizationId: String(organizationId), siteId: String(siteId) }),
  );
}

/** A plan that publishes to everybody needs a word; a person has given it by then. */
async function agreeToPublish(run: Run, { draft }: Opened): Promise<void> {
  const { from, yes } = run.flags;
  if (typeof from !== 'string' || !draft.publish || draft.visibility !== 'public' || yes) return;
  if (!canAsk(run)) {
    throw new InteractionError(`refusing to publish site "${draft.title}" to everybody without --yes`, {
      hint: ['docs', ...run.context.argv.map(shellQuote), '--yes'].join(' '),
    });
  }
  run.context.io.err(planLines(run.context.io, draft));
  const agreed = await (await run.context.prompts()).confirm('Create it, and publish it to everybody?');
  if (!agreed) throw new InteractionError('not done: you said no', { code: 'DECLINED' });
}

/** Where the context would name another organization, each command does. */
function commandsOf(run: Run, { draft, isUnique }: Opened): string[][] {
  const { org, profile } = run.flags;
  const organization = org === undefined ? undefined : draft.organization.title;
  const commands = planCommands(draft, { isUnique, organization });
  return profile === undefined ? commands : commands.map((words) => [...words, '--profile', profile]);
}

function sayEnd(run: Run, opened: Opened, site: Site, saved: string | undefined): void {
  const { io } = run.context;
  const { published } = site.urls;
  if (site.published) done(io, `site "${site.title}" is published${published ? ` at ${published}` : ''}`);
  else done(io, `site "${site.title}" (${site.id}) is ready; to publish it: docs sites publish ${site.id}`);
  if (typeof run.flags.from === 'string') return;
  note(io, 'The same without questions:');
  for (const words of commandsOf(run, opened)) io.err(`  ${['docs', ...words].map(shellQuote).join(' ')}\n`);
  note(io, saved === undefined ? '--save <file> keeps it as a plan' : `or: docs sites setup --from ${saved}`);
}
