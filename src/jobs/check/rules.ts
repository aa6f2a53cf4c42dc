// The rules of docs check, as data: what each looks for, why it matters, how to fix it, and how severe it is.

export const LEVELS = ['error', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

export interface CheckRule {
  id: RuleId;
  level: Level;
  /** One sentence. */
  summary: string;
  why: string;
  fix: string;
  /** `--fix` can do it where only one correction is possible. */
  mechanical?: true;
}

type Row = readonly [level: Level, summary: string, why: string, fix: string, mechanical?: 'mechanical'];

const ROWS = {
  'nav/missing': [
    'error',
    'An entry of SUMMARY.md names a file that does not exist.',
    'The platform leaves the entry out, so readers never see the page.',
    'Correct the path, or delete the entry.',
    'mechanical',
  ],
  'nav/orphan': [
    'warning',
    'A page is not listed in SUMMARY.md.',
    'The platform publishes listed pages only, so readers never see it.',
    'Add it to SUMMARY.md, or delete the file.',
  ],
  'nav/twice': [
    'warning',
    'A page is listed in SUMMARY.md twice.',
    'The second entry becomes a link to the first, and shows no pages below it in its place.',
    'Delete one of the entries.',
  ],
  'nav/syntax': [
    'warning',
    'A line of SUMMARY.md is not an entry.',
    'The platform reads headings and bullet lists only, and ignores every other line.',
    'Write it as `* [Title](path.md)`, or as a comment.',
  ],
  'link/file': [
    'error',
    'A link leads to a page or file that does not exist.',
    'Readers get a page that says "not found".',
    'Correct the path, or delete the link.',
  ],
  'link/anchor': [
    'error',
    'A link leads to a heading that does not exist.',
    'The page opens at its top, and readers must search. The platform publishes anchors for headings of level 2 to 4, and makes them differently than Git hosts.',
    'Use the anchor that the platform makes of the heading.',
    'mechanical',
  ],
  'link/absolute': [
    'warning',
    'A link to a page starts with a slash.',
    'It leads to the top of the site, which is another place for a site below a path, or for a variant or section of it.',
    'Write the path relative to the page.',
    'mechanical',
  ],
  'link/local': [
    'note',
    'A link leads to the computer of the reader.',
    'Addresses such as http://localhost:3000 work for the author only.',
    'Write the public address, or make it code.',
  ],
  'link/broken-marker': [
    'error',
    'A link is marked as broken by the platform.',
    'The platform writes `broken-reference` when a target was deleted.',
    'Link to the page that is meant, or delete the link.',
  ],
  'link/case': [
    'error',
    'A link differs from the name of the file in upper and lower case only.',
    'It works on Windows and macOS, and is broken on the platform.',
    'Write it as the file is called.',
    'mechanical',
  ],
  'link/script': [
    'error',
    'A link runs a script instead of opening a page.',
    'A place that shows the text with less care than the platform runs it as the reader.',
    'Link to a page, or make it code.',
  ],
  'link/external': [
    'error',
    'A link to another host is broken.',
    'Its host says that nothing is there. Only checked with --external.',
    'Correct the address, or delete the link.',
  ],
  'space/unknown': [
    'error',
    'A link leads to a space that is not known.',
    'The space was deleted, or belongs to another organization, so the link cannot be opened.',
    'Correct the ID, or list the space in .docscheck.yaml.',
  ],
  'space/page': [
    'error',
    'A link leads to a page of another space that does not exist.',
    'Readers get a page that says "not found". No other tool can see this: the address needs a sign-in.',
    'Correct the path of the page.',
  ],
  'space/anchor': [
    'error',
    'A link leads to a heading in another space that does not exist.',
    'The page opens at its top, and readers must search.',
    'Use the anchor that the platform makes of the heading.',
  ],
  'space/form': [
    'warning',
    'A link to a space has a form that the platform does not resolve.',
    'Any other form than https://app.gitbook.com/s/<space>/... opens the app, not the published page.',
    'Write it with /s/ and the ID of the space.',
    'mechanical',
  ],
  'redirect/target': [
    'error',
    'A redirect leads to a file that is not a published page.',
    'Visitors of the old address get a page that says "not found".',
    'Name a page that is listed in SUMMARY.md.',
  ],
  'redirect/loop': [
    'error',
    'A redirect leads back to itself.',
    'Browsers give up with an error.',
    'Delete the redirect, or name another page.',
  ],
  'redirect/chain': [
    'error',
    'A redirect leads to the old address of another redirect.',
    'The platform follows one only, and the target must be a file.',
    'Name the page at the end of the chain.',
  ],
  'redirect/shadowed': [
    'warning',
    'A redirect starts at the address of a page that exists.',
    'The page answers, so the redirect is never used.',
    'Delete the redirect, or move the page.',
  ],
  'redirect/duplicate': [
    'error',
    'Two redirects start at the same address.',
    'One of them is never used, and the platform may refuse the file.',
    'Delete one of them.',
  ],
  'block/unclosed': [
    'error',
    'A block is opened and never closed.',
    'The platform shows its marker as text, or takes the rest of the page into the block.',
    'Close it, such as with {% endhint %}.',
  ],
  'block/unknown': [
    'warning',
    'A block has a name that the platform does not know.',
    'Readers see its marker as text.',
    'Correct the name, or make it code.',
  ],
  'block/misnested': [
    'error',
    'A block is closed without being open, or is in a place where it cannot be.',
    'The platform shows its marker as text.',
    'Move or delete the marker.',
  ],
  'block/escaped': [
    'warning',
    'The marker of a block has a backslash in it.',
    'The platform shows it as text instead of the block.',
    'Delete the backslash, or make it code.',
    'mechanical',
  ],
  'block/after-end': [
    'warning',
    'A heading follows the end of a block without a blank line.',
    'The platform shows the number signs of the heading as text.',
    'Put a blank line between them.',
    'mechanical',
  ],
  'asset/missing': [
    'error',
    'An image or a file does not exist.',
    'Readers see a broken image.',
    'Correct the path, or add the file.',
  ],
  'asset/unused': [
    'note',
    'No page uses a file.',
    'It makes the repository larger, and readers never see it.',
    'Delete it.',
  ],
  'asset/unnamed': [
    'note',
    'An image has no alternative text.',
    'People who cannot see it, and search engines, learn nothing of it.',
    'Describe it, or mark it as decoration with role="presentation".',
  ],
  'asset/large': [
    'warning',
    'An image or a file is very large.',
    'Pages with it load slowly: more than 5 MB for an image, 100 MB for any other file.',
    'Make it smaller.',
  ],
  'meta/yaml': [
    'error',
    'Front matter, or a settings file, cannot be read.',
    'The platform ignores it, or shows it as text.',
    'Correct the YAML.',
  ],
  'meta/unknown-key': [
    'note',
    'Front matter, or a settings file, has a key that the platform does not know.',
    'It has no effect. Often it is a typing error.',
    'Correct the key, or delete it.',
  ],
  'meta/twice': [
    'error',
    'Front matter, or a settings file, has the same key twice.',
    'YAML does not allow it: the platform ignores all of it.',
    'Delete one of them.',
  ],
  'meta/value': [
    'warning',
    'Front matter has a value that a page cannot have.',
    'It has no effect, or nothing of the folder can be pushed.',
    'Correct the value.',
  ],
  'openapi/missing': [
    'error',
    'A block names an OpenAPI file that does not exist.',
    'Readers see an empty block.',
    'Correct the path of the file.',
  ],
  'openapi/operation': [
    'error',
    'A block names an operation that the OpenAPI file does not have.',
    'Readers see an empty block.',
    'Correct the path or the method.',
  ],
  'page/empty': [
    'note',
    'A page has no text, and no pages below it.',
    'Readers find an empty page.',
    'Write it, or delete it from SUMMARY.md.',
  ],
  'page/title-twice': [
    'note',
    'Two pages beside each other have the same title.',
    'Readers see the same words twice in the menu.',
    'Give one of them another title.',
  ],
  'page/long-title': [
    'warning',
    'A title has more than 100 characters.',
    'The platform cuts it.',
    'Write a shorter title.',
  ],
  'page/conflict': [
    'error',
    'A page has the markers of a merge that is not finished.',
    'Readers see both sides, and the markers.',
    'Keep what the page should say, and delete the markers.',
  ],
  'page/unreadable': [
    'error',
    'A file cannot be read as a page.',
    'It is not UTF-8, too large, or closed to the user who runs the check.',
    'Save it as UTF-8.',
  ],
} as const satisfies Readonly<Record<string, Row>>;

export type RuleId = keyof typeof ROWS;

export const RULES: readonly CheckRule[] = Object.entries<Row>(ROWS).map(
  ([id, [level, summary, why, fix, mechanical]]) => ({
    // Safe: it is a key of the table.
    id: id as RuleId,
    level,
    summary,
    why,
    fix,
    ...(mechanical && { mechanical: true as const }),
  }),
);

export const isRuleId = (id: string): id is RuleId => Object.hasOwn(ROWS, id);
export const topicOf = (id: string): string => id.slice(0, id.indexOf('/'));
