// Search over what a site shows.
import { Enum, operation, Paging, pageOf, SiteRef, Type, Uri } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union, Number: Num, Integer } = Type;

const App = Obj({ app: Uri() });
const score = Num({ minimum: 0 });
const ResultType = Optional(Enum(['page', 'section']));

const SearchSectionResult = Obj({
  ...{ id: Str(), title: Str(), path: Str(), score, resultType: ResultType, body: Str(), urls: App },
});
const SearchPageResult = Obj({
  ...{ id: Str(), title: Str(), description: Optional(Str()), path: Str(), score },
  rank: Integer({ minimum: 1 }),
  resultType: ResultType,
  sections: Optional(ArrayOf(SearchSectionResult)),
  ancestors: Optional(ArrayOf(Obj({ title: Str() }))),
  urls: App,
});
const SearchSpaceResult = Obj({
  ...{ type: Literal('space'), id: Str(), title: Str(), score, pages: ArrayOf(SearchPageResult) },
});
/** A ticket or document that the site may answer from. */
const SearchRecordResult = Obj({
  ...{ type: Literal('record'), id: Str(), title: Str(), score, description: Optional(Str()), url: Uri() },
});

const Scope = Union([
  Obj({ mode: Literal('all') }),
  Obj({ mode: Literal('specific'), siteSpaceIds: ArrayOf(Str()) }),
  Obj({
    mode: Literal('default'),
    currentSiteSpace: Optional(Str()),
    restrictTo: Optional(Enum(['currentSiteSpace', 'otherSiteSpaces'])),
  }),
]);

/** `scope`, or the older `mode` with what it needs. */
export const searchSite = operation('siteSearch.search', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/search',
  summary: 'Search the pages that a site shows',
  params: SiteRef,
  query: Obj({ ...Paging }),
  body: Obj({
    query: Str({ maxLength: 512, description: 'what to look for' }),
    scope: Optional(Scope),
    mode: Optional(
      Enum(['specific', 'current', 'all'], { description: 'which spaces on the site to search' }),
    ),
    siteSpaceIds: Optional(ArrayOf(Str(), { description: 'spaces on the site, with --mode specific' })),
    siteSpaceId: Optional(Str({ description: 'the space on the site, with --mode current' })),
  }),
  result: pageOf(Union([SearchSpaceResult, SearchRecordResult])),
  paging: 'pages',
  retry: 'safe',
});
