// What a URL of the app or of a published site refers to.
import { ChangeRequest } from '../review/change-requests.ts';
import { NoParams, operation, Type } from '../schema.ts';
import { Collection } from './collections.ts';
import { Page } from './content.ts';
import { Space } from './spaces.ts';

const { Object: Obj, String: Str, Optional, Union } = Type;

export const lookUpUrl = operation('urls.content', {
  method: 'GET',
  path: '/v1/urls/content',
  summary: 'Show the content that a URL refers to',
  params: NoParams,
  query: Obj({ url: Str({ description: 'URL of the app or of a published site' }) }),
  result: Union([
    Obj({ collection: Collection }),
    Obj({ space: Space, changeRequest: Optional(ChangeRequest), page: Optional(Page) }),
  ]),
});
