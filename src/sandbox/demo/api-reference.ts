// Demo space "API reference": what developers look up.
import type { DemoPage } from './story.ts';

export const apiReference: DemoPage[] = [
  {
    title: 'Overview',
    emoji: '🔌',
    description: 'Base address, versions, formats',
    markdown: `The API lives at \`https://api.tarnpost.example/v2\`. It speaks JSON in UTF-8, over TLS 1.2 or newer.

* [Authentication](authentication.md)
* [Errors](errors.md)
* [Pagination](pagination.md)
* Resources: [shipments](resources/shipments.md), [addresses](resources/addresses.md), [webhook endpoints](resources/webhook-endpoints.md)

Version 1 is switched off on 30 September 2026. What changes is in the [release notes](https://docs.tarnpost.example/resources/release-notes).
`,
  },
  {
    title: 'Authentication',
    markdown: `Send the key as a bearer token:

\`\`\`http
GET /v2/shipments HTTP/1.1
Host: api.tarnpost.example
Authorization: Bearer tp_test_4f1c
\`\`\`

Keys can be limited to resources and to IP ranges. A key without the right answers \`403 key_scope\`.
`,
  },
  {
    title: 'Errors',
    description: 'Codes and what to do about them',
    markdown: `Every error has the same shape:

\`\`\`json
{ "error": { "code": "address_unserved", "message": "No carrier delivers to 9990 XX.", "field": "to.zip" } }
\`\`\`

| Status | Code | What to do |
| --- | --- | --- |
| 400 | \`invalid\` | Mend \`field\` |
| 401 | \`key_unknown\` | Check the key and its mode |
| 402 | \`plan_exhausted\` | Upgrade, or wait for next month |
| 409 | \`already_cancelled\` | Nothing: it is done |
| 429 | \`rate_limited\` | Wait for \`Retry-After\` |
| 503 | \`carrier_down\` | Try again; the shipment was not booked |

{% hint style="info" %}
\`code\` is stable. \`message\` is for people and may change.
{% endhint %}
`,
  },
  {
    title: 'Pagination',
    markdown: `Lists answer 50 items and a cursor:

\`\`\`json
{ "items": [], "next": "c_9aXk" }
\`\`\`

Pass it as \`?cursor=c_9aXk\` for the next page. No \`next\`: you have seen all of them. Cursors live for an hour.
`,
  },
  {
    title: 'Resources',
    group: true,
    pages: [
      {
        title: 'Shipments',
        description: 'Book, read, cancel',
        markdown: `## Create a shipment

\`POST /v2/shipments\`

| Field | Type | |
| --- | --- | --- |
| \`from\` | address or id | required |
| \`to\` | address or id | required |
| \`parcel.weight_g\` | integer, 1 to 31500 | required |
| \`parcel.size_mm\` | three integers | longest side first |
| \`service\` | \`economy\`, \`standard\`, \`express\` | \`standard\` |
| \`label\` | \`pdf\`, \`pdf_a4\`, \`zpl\` | \`pdf\` |

Send \`Idempotency-Key\` to make a repeat safe; we remember it for a day.

## Cancel a shipment

\`DELETE /v2/shipments/{id}\`

Possible until it is *collected*; later it answers [\`409\`](../errors.md).
`,
      },
      {
        title: 'Addresses',
        markdown: `## Check an address

\`POST /v2/addresses/check\`

\`\`\`json
{ "street": "Storgata 12", "zip": "0155", "city": "Oslo", "country": "NO" }
\`\`\`

The answer lists the carriers that serve it and a corrected spelling, if there is one.
`,
      },
      {
        title: 'Webhook endpoints',
        markdown: `## Register an endpoint

\`POST /v2/webhook-endpoints\`

\`\`\`json
{ "url": "https://shop.example/tarnpost", "events": ["delivered", "exception"] }
\`\`\`

The \`secret\` is in this answer only. Keep it: it signs every request we send you.
`,
      },
    ],
  },
  {
    title: 'SDKs',
    markdown: `| Language | Package | Version |
| --- | --- | --- |
| JavaScript | \`@tarnpost/client\` | 4.2 |
| Python | \`tarnpost\` | 3.0 |
| PHP | \`tarnpost/tarnpost\` | 2.7 |

They add retries and paging; nothing else. All are generated from the same description.
`,
  },
];
