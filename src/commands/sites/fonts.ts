// docs fonts: fonts of an organization, for the looks of its sites.
import { createFont, deleteFont, getFont, listFonts, updateFont } from '../../api/sites/fonts.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import { idBehind } from '../../engine/references/names.ts';

const ROW = ['id', 'fontFamily', 'fontFaces', 'permissions.edit'] as const;
const shown = {
  labels: { fontFamily: 'family', fontFaces: 'weights', 'permissions.edit': 'may edit' },
} as const;
const FILES =
  'Each file is uploaded first, to the URL from: docs storage upload regular.woff2 --kind customization_font.';

const named = ({ fontFamily, id }: { fontFamily: string; id: string }) =>
  `font "${fontFamily}"${idBehind(id)}`;

/** Of the files only the weights say anything. */
const weights = <T>(font: T) =>
  typeof font === 'object' && font !== null && 'fontFaces' in font && Array.isArray(font.fontFaces)
    ? { ...font, fontFaces: font.fontFaces.map((face) => face.weight) }
    : font;

export default group(
  'fonts',
  'Manage the fonts of an organization',
  [
    command('list', listFonts, {
      rows: 'items',
      columns: ROW,
      ...shown,
      present: weights,
      examples: ['docs fonts list'],
    }),
    command('get', getFont, {
      args: ['fontId'],
      columns: ROW,
      ...shown,
      present: weights,
      examples: ['docs fonts get "Tarnpost Sans"'],
    }),
    command('create', createFont, {
      args: ['fontFamily'],
      columns: ROW,
      ...shown,
      present: weights,
      success: (_, font) => `created ${named(font)}`,
      examples: [
        `docs fonts create "Tarnpost Serif" --font-faces '[{"weight": 400, "storageKey": "fonts/tarnpost-serif.woff2"}]'`,
      ],
      notes: FILES,
    }),
    command('update', updateFont, {
      args: ['fontId'],
      columns: ROW,
      ...shown,
      present: weights,
      success: (_, font) => `updated ${named(font)}`,
      examples: ['docs fonts update "Tarnpost Sans" --font-family "Tarnpost Grotesk"'],
      notes: `${FILES} A weight whose storageKey is null is removed.`,
    }),
    command('delete', deleteFont, {
      args: ['fontId'],
      ...dangers['fonts.delete'],
      target: getFont,
      examples: ['docs fonts delete "Tarnpost Sans" --yes'],
    }),
  ],
  [
    ['List the fonts of an organization', 'list'],
    ['Add one from an uploaded file', 'create'],
  ],
);
