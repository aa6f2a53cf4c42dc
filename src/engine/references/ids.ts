// What an id of the platform looks like, and what can only be a name.

/** Long, and with a digit or a capital inside: tried as an id before anything is looked up. */
const ID = /^(?=.*\d|.*[a-z][A-Z])[\w-]{15,}$/;
/** What holds another character than these is a name. */
const MAY_BE_ID = /^[\w-]+$/;

export const isId = (param: string, text: string): boolean =>
  ID.test(text) || (param === 'changeRequestId' && /^\d+$/.test(text));

export const mayBeId = (text: string): boolean => MAY_BE_ID.test(text);
