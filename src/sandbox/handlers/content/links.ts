// Links of spaces and pages, and what links to a page.
import {
  listChangeRequestPageBacklinks,
  listChangeRequestPageLinks,
  listPageLinks,
  listSpaceLinks,
} from '../../../api/content/links.ts';
import { backlinksTo, listLinks } from '../../actions/content/links.ts';
import { type FidelityOf, handle } from '../../handler.ts';

export default [
  handle(listSpaceLinks, listLinks),
  handle(listPageLinks, listLinks),
  handle(listChangeRequestPageLinks, listLinks),
  handle(listChangeRequestPageBacklinks, (call, input) =>
    backlinksTo(call, input, { kind: 'page', id: input.pageId }),
  ),
];

const NOTE = 'URLs of other hosts count as ok: they are not requested.';

export const fidelity: FidelityOf = {
  'links.listOfPageInChangeRequest': { limited: NOTE },
  'links.listOfPage': { limited: NOTE },
  'links.listOfSpace': { limited: NOTE },
};
