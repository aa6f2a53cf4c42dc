// What SARIF 2.1.0 asks of the objects that reports have: the names that OASIS lists, and no others, with their types.

/** `*` after a name: required. An array has its item behind `[]`; `=` lists the values; `{}` is a map of texts. */
const SHAPES: Readonly<Record<string, string>> = {
  log: '$schema:text version*:=2.1.0 runs*:run[] inlineExternalProperties:any properties:any',
  run: 'tool*:tool invocations:invocation[] results:result[] columnKind:=utf16CodeUnits|unicodeCodePoints conversion:any language:text versionControlProvenance:any originalUriBaseIds:any artifacts:any logicalLocations:any graphs:any automationDetails:any runAggregates:any baselineGuid:text redactionTokens:any defaultEncoding:text defaultSourceLanguage:text newlineSequences:any externalPropertyFileReferences:any threadFlowLocations:any taxonomies:any addresses:any translations:any policies:any webRequests:any webResponses:any specialLocations:any properties:any',
  tool: 'driver*:component extensions:any properties:any',
  component:
    'name*:text version:text semanticVersion:text rules:descriptor[] guid:text organization:text product:text productSuite:text shortDescription:string fullDescription:string fullName:text dottedQuadFileVersion:text releaseDateUtc:text downloadUri:text informationUri:text globalMessageStrings:any notifications:any taxa:any locations:any language:text contents:any isComprehensive:any localizedDataSemanticVersion:text minimumRequiredLocalizedDataSemanticVersion:text associatedComponent:any translationMetadata:any supportedTaxonomies:any properties:any',
  descriptor:
    'id*:text deprecatedIds:any guid:text deprecatedGuids:any name:text deprecatedNames:any shortDescription:string fullDescription:string messageStrings:any defaultConfiguration:configuration helpUri:text help:string relationships:any properties:any',
  string: 'text*:text markdown:text properties:any',
  configuration: 'enabled:any level:=none|note|warning|error rank:any parameters:any properties:any',
  invocation:
    'executionSuccessful*:boolean toolExecutionNotifications:notification[] toolConfigurationNotifications:notification[] commandLine:text arguments:any responseFiles:any startTimeUtc:text endTimeUtc:text exitCode:any ruleConfigurationOverrides:any notificationConfigurationOverrides:any exitCodeDescription:text exitSignalName:text exitSignalNumber:any processStartFailureMessage:text machine:text account:text processId:any executableLocation:any workingDirectory:any environmentVariables:any stdin:any stdout:any stderr:any stdoutStderr:any properties:any',
  notification:
    'message*:message level:=none|note|warning|error locations:location[] threadId:any timeUtc:text exception:any descriptor:any associatedRule:any properties:any',
  result:
    'message*:message ruleId:text ruleIndex:index level:=none|note|warning|error locations:location[] partialFingerprints:{} fingerprints:{} rule:any kind:=notApplicable|pass|fail|review|open|informational analysisTarget:any guid:text correlationGuid:text occurrenceCount:any stacks:any codeFlows:any graphs:any graphTraversals:any relatedLocations:any suppressions:any baselineState:=new|unchanged|updated|absent rank:any attachments:any hostedViewerUri:text workItemUris:any provenance:any fixes:any taxa:any webRequest:any webResponse:any properties:any',
  message: 'text*:text markdown:text id:text arguments:any properties:any',
  location:
    'id:index physicalLocation:physical logicalLocations:logical[] message:message annotations:any relationships:any properties:any',
  physical: 'artifactLocation*:artifact address:any region:any contextRegion:any properties:any',
  artifact: 'uri:reference uriBaseId:text index:index description:message properties:any',
  logical:
    'name:text index:index fullyQualifiedName:text decoratedName:text parentIndex:index kind:text properties:any',
};

type Check = (value: unknown, where: string) => string[];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const simple =
  (isRight: (value: unknown) => boolean): Check =>
  (value, where) =>
    isRight(value) ? [] : [`${where}: ${JSON.stringify(value)}`];

const SIMPLE: Readonly<Record<string, Check>> = {
  any: () => [],
  text: simple((value) => typeof value === 'string'),
  boolean: simple((value) => typeof value === 'boolean'),
  index: simple((value) => Number.isInteger(value) && Number(value) >= -1),
  // A URI reference without what RFC 3986 allows nowhere.
  reference: simple(
    (value) => typeof value === 'string' && /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[0-9a-f]{2})*$/i.test(value),
  ),
  '{}': simple((value) => isObject(value) && Object.values(value).every((one) => typeof one === 'string')),
};

/** What is wrong with a log, in words; nothing where it is valid. */
export const sarifProblems = (log: unknown): string[] => checkOf('log')(log, 'log');

function checkOf(type: string): Check {
  const known = SIMPLE[type];
  if (known) return known;
  if (type.startsWith('=')) {
    const values = type.slice(1).split('|');
    return simple((value) => values.includes(String(value)));
  }
  if (type.endsWith('[]')) {
    const item = checkOf(type.slice(0, -2));
    return (value, where) =>
      Array.isArray(value)
        ? value.flatMap((one, at) => item(one, `${where}[${at}]`))
        : [`${where} is not an array`];
  }
  return (value, where) => objectProblems(SHAPES[type] ?? '', value, where);
}

function objectProblems(shape: string, value: unknown, where: string): string[] {
  if (!isObject(value)) return [`${where} is not an object`];
  const fields = new Map(shape.split(' ').map((one) => one.split(/:(.*)/s, 2) as [string, string]));
  const required = [...fields.keys()].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return [
    ...required.filter((name) => value[name] === undefined).map((name) => `${where}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const type = fields.get(name) ?? fields.get(`${name}*`);
      return type === undefined ? [`${where}.${name} is unknown`] : checkOf(type)(one, `${where}.${name}`);
    }),
  ];
}
