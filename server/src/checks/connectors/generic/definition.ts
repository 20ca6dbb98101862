// The schema of a connector's settings, validated when they are loaded; docs/connectors.md explains every field.
// Relations between fields (statuses and types, placeholders and inputs) are validated in validate.ts.
import { COUNTRY_CODES } from '@padron/contract/places/countries'
import { PROVENANCE_KEYS } from '@padron/contract/provenance'
import { OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import { REGISTRY_FIELDS, type RegistryField } from '@padron/contract/vehicles'
import { z } from 'zod/mini'
import { PathText, When } from './conditions.ts'
import { FORMATS } from './values.ts'

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const Key = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Se escribe con minúsculas, dígitos y guiones'), z.maxLength(60))
const seconds = (most: number) => z.number().check(z.gte(1), z.lte(most))
const Http = z.array(z.int().check(z.gte(100), z.lte(599))).check(z.minLength(1))
/** A path, or several: the first with a value counts. */
const Paths = z.union([PathText, z.array(PathText).check(z.minLength(1))])
const Day = z.union([PathText, z.strictObject({ path: PathText, format: z.enum(FORMATS) })])

const Portal = z.strictObject({
  key: Key,
  name: words(80),
  owner: words(120),
  url: z.nullable(z.url({ protocol: /^https?$/ })),
})

const Request = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: words(500),
  query: z.optional(z.record(words(60), z.string())),
  headers: z.optional(z.record(words(60), z.string())),
  json: z.optional(z.json()),
  form: z.optional(z.record(words(60), z.string())),
})

const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer') }),
  z.strictObject({ type: z.literal('basic') }),
  z.strictObject({ type: z.literal('header'), name: words(60), prefix: z.optional(words(40)) }),
  z.strictObject({
    type: z.literal('oauth2'),
    path: words(300),
    scope: z.optional(words(300)),
    /** How the token service expects the client's credentials. */
    client: z.optional(z.enum(['basic', 'form'])),
  }),
  z.strictObject({
    type: z.literal('login'),
    path: words(300),
    json: z.record(words(60), z.json()),
    /** Sends the credential as Basic authorization. */
    basic: z.optional(z.boolean()),
    /** The path of the token in the answer; later requests send it as a bearer token. */
    token: PathText,
    /** The lifetime of the token: seconds, or its path in the answer. */
    life: z.union([seconds(30 * 86_400), PathText]),
  }),
])

const Delivery = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('sync') }),
  z.strictObject({
    type: z.literal('poll'),
    id: PathText,
    path: words(300),
    /** One of the two: conditions of an unfinished answer, or of a finished one. */
    pending: z.optional(When),
    finished: z.optional(When),
    firstMs: z.int().check(z.gte(50), z.lte(60_000)),
    growth: z.number().check(z.gte(1), z.lte(5)),
    longestMs: z.int().check(z.gte(50), z.lte(120_000)),
  }),
  z.strictObject({
    type: z.literal('webhook'),
    http: Http,
    accepted: When,
    giveUpSeconds: seconds(7 * 86_400),
    signature: z.optional(
      z.strictObject({
        header: words(60),
        algorithm: z.enum(['sha256', 'sha512']),
        encoding: z.enum(['hex', 'base64']),
        prefix: z.optional(words(20)),
      }),
    ),
  }),
])

const Case = z.strictObject({
  /** `any`: the body decides, whatever the HTTP status is. */
  http: z.optional(z.union([Http, z.literal('any')])),
  when: z.optional(When),
  outcome: z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]]),
  /** Only with outcome ok: one status for every type, or one for each. */
  status: z.optional(z.union([z.int(), z.record(z.string(), z.int())])),
  why: z.optional(words(200)),
  /** The path of the source's explanation. */
  said: z.optional(PathText),
})

const Amounts = z.strictObject({
  subTotal: z.optional(PathText),
  discount: z.optional(Paths),
  surcharge: z.optional(Paths),
  total: z.optional(PathText),
  /** A fine stated in units of account (UMA) of its day. */
  units: z.optional(PathText),
})

const List = z.strictObject({
  path: PathText,
  /** A null list was not read by the source: its types are left out, never called clear. */
  mayBeNull: z.optional(z.boolean()),
  plate: z.optional(PathText),
  /** A row without a plate belongs to the queried vehicle. */
  plateMayBeMissing: z.optional(z.boolean()),
  ignored: z.optional(When),
  paid: z.optional(When),
  debts: z
    .array(
      z.strictObject({
        type: z.int(),
        when: z.optional(When),
        name: z.optional(words(80)),
        /** Other types that such a row may have: none of them is called clear while the row is owed. */
        possibleTypes: z.optional(z.array(z.int()).check(z.minLength(1))),
      }),
    )
    .check(z.minLength(1)),
  folio: z.optional(Paths),
  description: words(200),
  dateTime: z.optional(Day),
  /** Rows of fines by camera, and their day of notification, from which the days of a discount count. */
  electronic: z.optional(When),
  notifiedOn: z.optional(Day),
  promptPaymentDiscount: z.optional(PathText),
  amounts: Amounts,
  paymentLine: z.optional(PathText),
  paymentLineDueDate: z.optional(Day),
})

const StatusSettings = z.strictObject({
  type: z.int(),
  name: words(80),
  /** Always this status: the registry's data of the vehicle are the answer. */
  status: z.optional(z.int()),
  path: z.optional(PathText),
  texts: z.optional(z.record(words(120), z.int())),
  /** In place of `path` and `texts`: the first case whose conditions hold gives the status. */
  cases: z.optional(
    z
      .array(z.strictObject({ when: When, /** null: nothing is said of the type. */ status: z.nullable(z.int()) }))
      .check(z.minLength(1), z.maxLength(20)),
  ),
  /**
   * If one of these is null, the source could not read it and the type is left out. With `cases`, only if no case
   * holds.
   */
  mayBeNull: z.optional(Paths),
  /** With `cases`: if no case holds, the answer is unknown to the settings and the type is left out. */
  mayBeUnsaid: z.optional(z.boolean()),
  /** The last day of the status; after it the status is `past`. */
  until: z.optional(z.strictObject({ path: PathText, past: z.int() })),
  /** If it differs from the queried plate, the status is 12. */
  plate: z.optional(PathText),
  notes: z.optional(z.array(z.strictObject({ label: words(60), path: PathText }))),
})

/** Policies or certificates with their last day: the newest in force decides. */
const Certificates = z.strictObject({
  type: z.int(),
  name: words(80),
  path: PathText,
  /** A null list was not read by the source: the type is left out. */
  mayBeNull: z.optional(z.boolean()),
  /** The answer's own plate; several must agree. If it differs from the queried plate, the status is 12. */
  plate: z.optional(Paths),
  /** If a row has a plate, it must be the answer's. */
  rowPlate: z.optional(PathText),
  /** Rows that count; the others are of another kind. */
  only: z.optional(When),
  /** Rows that say that no document is required; they decide only if the list has no other row. */
  notRequired: z.optional(When),
  inForce: When,
  /** Rows marked as ended before their last day. */
  ended: z.optional(When),
  from: z.optional(Day),
  until: Day,
  /** `none`: the status if no row counts; without it the type is then left out. */
  status: z.strictObject({
    inForce: z.int(),
    lapsed: z.int(),
    notRequired: z.optional(z.int()),
    none: z.optional(z.int()),
  }),
  notes: z.optional(z.array(z.strictObject({ label: words(60), path: PathText, format: z.optional(z.enum(FORMATS)) }))),
})

const History = z.strictObject({
  path: PathText,
  plate: PathText,
  description: words(200),
  dateTime: z.optional(Day),
  amount: z.optional(PathText),
  paid: z.optional(When),
  unpaid: z.optional(When),
})

/** A day or a text; of several paths the first with a value counts, because a source may have two names for a field. */
const RegistryPath = z.union([Day, z.array(PathText).check(z.minLength(1))])
const fieldsOfRegistry = Object.fromEntries(
  REGISTRY_FIELDS.map((field) => [field, z.optional(RegistryPath)]),
) as Record<RegistryField, z.ZodMiniOptional<typeof RegistryPath>>

export const Definition = z.strictObject({
  key: Key,
  about: z.optional(words(500)),
  version: z.optional(z.int().check(z.gte(1))),
  portal: Portal,
  country: z.enum(COUNTRY_CODES),
  states: z.optional(z.array(z.int()).check(z.minLength(1))),
  types: z.array(z.int()).check(z.minLength(1)),
  mode: z.enum(['licensed', 'open-data', 'form']),
  /** The basis of these settings; absent: example. */
  provenance: z.optional(z.enum(PROVENANCE_KEYS)),
  purpose: z.optional(z.enum(['status', 'history'])),
  criteria: z.optional(z.enum(['vehicle', 'taxIdentifier'])),
  inputs: z.array(z.enum(['plate', 'vin', 'stateId', 'taxIdentifier'])).check(z.minLength(1)),
  deadlineSeconds: seconds(600),
  auth: Auth,
  request: Request,
  delivery: Delivery,
  errors: z.optional(z.array(Case).check(z.maxLength(50))),
  /**
   * Objects that may wrap the answer; the first that exists counts. The paths below start inside it, except those of
   * `errors` and `delivery`.
   */
  wrappers: z.optional(z.array(PathText).check(z.minLength(1), z.maxLength(5))),
  success: When,
  /** The outcome of an answer for which `success` does not hold; absent: http-error. */
  otherwise: z.optional(z.enum(['http-error', 'shape-drift'])),
  /** The path of the source's explanation if `success` does not hold. */
  said: z.optional(PathText),
  same: z.optional(
    z.array(
      z.strictObject({
        path: PathText,
        as: z.enum(['plate', 'vin', 'taxIdentifier']),
        /** Compared only if the answer has it: it does not prove whose answer it is. */
        mayBeMissing: z.optional(z.boolean()),
      }),
    ),
  ),
  /** Why the answer has no vehicle to compare; shown with every answer. */
  unverified: z.optional(words(200)),
  /**
   * When the source itself was queried, an ISO instant: if the provider answers from its cache, freshness counts from
   * then.
   */
  asOf: z.optional(PathText),
  lists: z.optional(z.array(List).check(z.minLength(1))),
  /**
   * By holder: proof that the source knows the holder. Without this and without a row, the source knows no such holder:
   * every type of the lists is 11.
   */
  holderKnown: z.optional(When),
  sum: z.optional(
    z.strictObject({
      total: z.optional(PathText),
      count: z.optional(PathText),
      /** The rows that `count` counts; `either`: the provider does not document whether paid rows are included. */
      counted: z.optional(z.enum(['owed', 'all', 'either'])),
    }),
  ),
  /** Further conditions for a type of the lists to be clear. */
  clearWhen: z.optional(z.array(z.strictObject({ type: z.int(), when: When })).check(z.minLength(1))),
  statuses: z.optional(z.array(StatusSettings).check(z.minLength(1))),
  certificates: z.optional(z.array(Certificates).check(z.minLength(1))),
  history: z.optional(History),
  registration: z.optional(
    z.strictObject({ foundBy: z.enum(['vin', 'plate']), fields: z.strictObject(fieldsOfRegistry) }),
  ),
  evidence: z.optional(z.array(z.strictObject({ name: words(80), path: PathText }))),
  files: z.optional(z.array(z.strictObject({ name: words(80), path: PathText }))),
  /** Known fields that are not used. If present, every other field is reported as new. */
  known: z.optional(z.array(PathText)),
})
export type Definition = z.infer<typeof Definition>
export type List = z.infer<typeof List>
export type StatusSettings = z.infer<typeof StatusSettings>
export type Certificates = z.infer<typeof Certificates>
export type Case = z.infer<typeof Case>
export type History = z.infer<typeof History>
export type RegistryPath = z.infer<typeof RegistryPath>
