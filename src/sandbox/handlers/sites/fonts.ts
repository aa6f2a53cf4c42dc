// Fonts of an organization.

import type { CustomizationFontDefinition } from '../../../api/sites/fonts.generated.ts';
import { createFont, deleteFont, getFont, listFonts, updateFont } from '../../../api/sites/fonts.ts';
import { requirePaidPlan } from '../../actions/people/plan.ts';
import { type Face, type FontRow, fonts, uploads } from '../../db/sites/site-settings.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest, conflict, notFound, preconditionFailed } from '../../wire-error.ts';

function view(call: Call, row: FontRow): CustomizationFontDefinition {
  return {
    id: row.id,
    custom: true,
    fontFamily: row.fontFamily,
    fontFaces: row.faces.map(({ weight, storageKey }) => ({
      weight,
      sources: [
        {
          url: `https://files.docs.example/${encodeURI(storageKey)}`,
          format: uploads(call.db)
            .find({ organization: row.organization, key: storageKey })
            ?.type.includes('woff2')
            ? 'woff2'
            : 'woff',
        },
      ],
    })),
    permissions: { edit: call.access.organizationPermissions(row.organization).createContent },
  };
}

const fontOf = (call: Call, organization: string, id: string): FontRow =>
  fonts(call.db).get({ id, organization }, 'font');

/** Title of a site whose looks use the font. */
const userOf = (call: Call, organization: string, id: string): string | undefined =>
  call.db.get<{ title: string }>(
    `SELECT t.title FROM siteCustomizations c JOIN sites t ON t.id = c.site
     WHERE t.organization = ? AND instr(c.settings, ?) > 0`,
    organization,
    JSON.stringify(id),
  )?.title;

/** 404 for a file that nobody announced, 412 for one that is not a font, 400 for a weight that comes twice. */
function requireFaces(call: Call, organization: string, faces: readonly Face[]): void {
  for (const { storageKey } of faces) {
    const upload = uploads(call.db).find({ organization, key: storageKey });
    if (upload?.kind !== 'customization_font') throw notFound('uploaded font', storageKey);
    if (!/woff/.test(upload.type))
      throw preconditionFailed(`"${storageKey}" is of type ${upload.type}: a font must be WOFF or WOFF2`);
  }
  const weights = faces.map(({ weight }) => weight);
  const twice = weights.find((weight, at) => weights.indexOf(weight) !== at);
  if (twice !== undefined) throw badRequest(`fontFaces: weight ${twice} appears twice`);
}

const byWeight = (a: Face, b: Face) => a.weight - b.weight;

export default [
  handle(listFonts, (call, { organizationId }) => {
    call.access.requireOrganization(organizationId, 'listMembers');
    const items = fonts(call.db)
      .all({ organization: organizationId }, 'rowid')
      .map((row) => view(call, row));
    return { items, count: items.length };
  }),

  handle(createFont, (call, { organizationId, fontFamily, fontFaces }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'createContent');
      requirePaidPlan(call, organizationId, 'custom fonts');
      requireFaces(call, organizationId, fontFaces);
      const row: FontRow = {
        ...{ id: newId(), organization: organizationId, fontFamily },
        faces: [...fontFaces].sort(byWeight),
      };
      fonts(call.db).insert(row);
      return view(call, row);
    }),
  ),

  handle(getFont, (call, { organizationId, fontId }) => {
    call.access.requireOrganization(organizationId, 'listMembers');
    return view(call, fontOf(call, organizationId, fontId));
  }),

  handle(updateFont, (call, { organizationId, fontId, fontFamily, fontFaces = [] }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'createContent');
      const row = fontOf(call, organizationId, fontId);
      const given = fontFaces.flatMap(({ weight, storageKey }) =>
        storageKey === null ? [] : [{ weight, storageKey }],
      );
      requireFaces(call, organizationId, given);
      const named = new Set(fontFaces.map(({ weight }) => weight));
      const kept = row.faces.filter(({ weight }) => !named.has(weight));
      const faces = [...kept, ...given].sort(byWeight);
      if (faces.length === 0)
        throw preconditionFailed(`font "${row.fontFamily}" must keep at least one weight`);
      fonts(call.db).update({ id: row.id }, { faces, fontFamily });
      return view(call, fontOf(call, organizationId, fontId));
    }),
  ),

  handle(deleteFont, (call, { organizationId, fontId }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'createContent');
      const row = fonts(call.db).find({ id: fontId, organization: organizationId });
      if (!row) return deleted(false);
      const user = userOf(call, organizationId, fontId);
      if (user !== undefined)
        throw conflict(
          `font "${row.fontFamily}" is used by the customization of site "${user}": change those first`,
        );
      return deleted(fonts(call.db).remove({ id: fontId }));
    }),
  ),
];

export const fidelity: FidelityOf = {
  'fonts.create': { limited: 'A file counts as uploaded once its key was made: no host holds its bytes.' },
  'fonts.update': { limited: 'A file counts as uploaded once its key was made: no host holds its bytes.' },
};
