// The schema of `simulator/providers/*.json`: a provider's documented service, and how the product must interpret each
// answer. Facts come from the sources listed in a file; example values are invented. The simulator sends these texts,
// and the server's connectors are tested against them.
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod/mini'

/**
 * `document`: the provider's own page or code. `client`: code of a user of the provider. `account`: a real answer.
 */
const Kind = z.enum(['document', 'client', 'account'])
const Words = z.string().check(z.minLength(1))
const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
/** A regular expression that the whole value must match. */
const Pattern = z.string().check(z.refine((text) => Boolean(new RegExp(text)), 'no regular expression'))

const Source = z.strictObject({ name: Words, address: Words, kind: Kind, licence: z.optional(Words) })

const Authorization = z.strictObject({
  /** The form of the header, for readers. */
  form: Words,
  header: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  /** The exact value that requests must have in the examples. */
  value: Words,
  /** The credential, as an operator stores it, from which this value results. */
  credential: Words,
})

/** `optional`: the request may omit it. A name that the call does not list is refused. */
const Parameter = z.strictObject({ pattern: Pattern, optional: z.optional(z.boolean()) })
const Parameters = z.record(z.string(), Parameter)

const Subject = z.strictObject({
  plate: z.string(),
  vin: z.optional(z.string()),
  stateId: z.optional(z.int()),
  taxIdentifier: z.optional(z.string()),
})

const ExpectedFinding = z.strictObject({
  type: z.int(),
  status: z.int(),
  /** The sum owed; absent: the answer has no amount. */
  owed: z.optional(z.number()),
  validUntil: z.optional(Day),
  endsOn: z.optional(Day),
  /** The answer may not list all debts. */
  incomplete: z.optional(z.literal(true)),
  /** The debts in their order; compared only if given. */
  debts: z.optional(
    z.array(
      z.strictObject({
        folio: z.nullable(z.string()),
        dateTime: z.nullable(z.string()),
        total: z.nullable(z.number()),
        electronic: z.optional(z.boolean()),
        notifiedOn: z.optional(Day),
        promptPaymentDiscount: z.optional(z.number()),
      }),
    ),
  ),
})

/** The required interpretation: an outcome of the contract, and for a good answer every finding. */
const Ends = z.strictObject({
  outcome: Words,
  findings: z._default(z.array(ExpectedFinding), []),
  /** Rows of a history source, in their order. */
  history: z.optional(
    z.array(
      z.strictObject({
        dateTime: z.nullable(z.string()),
        amount: z.nullable(z.number()),
        paid: z.nullable(z.boolean()),
      }),
    ),
  ),
  retryAfterSeconds: z.optional(z.int()),
})

/** `from` is the kind of evidence, `source` the index (from 0) of the source in the file. */
const Origin = { from: Kind, source: z.int().check(z.minimum(0)), note: z.optional(Words) }
const Content = {
  name: Words,
  ...Origin,
  status: z.int().check(z.minimum(200), z.maximum(599)),
  headers: z.optional(z.record(z.string(), z.string())),
  /** JSON; a text is sent unchanged (a page). */
  body: z.unknown(),
  ends: Ends,
}

const Answer = z.strictObject({ ...Content, subject: Subject })
/** `calls`: names of the calls with this answer; absent: every call. */
const ErrorAnswer = z.strictObject({ ...Content, calls: z.optional(z.array(Words)) })

const Call = z.strictObject({
  name: Words,
  /** The connector that makes this call; absent: a step of another call (a login), or no connector makes it yet. */
  connector: z.optional(Words),
  method: z.enum(['GET', 'POST']),
  /** Below `baseUrl`, with its final slash if the document has one. `{name}` represents one part of the path. */
  path: z.string().check(z.regex(/^\//)),
  /** `true`: requested without the authorization header. */
  open: z.optional(z.boolean()),
  /** Headers required besides the authorization. */
  headers: z.optional(Parameters),
  query: z.optional(Parameters),
  json: z.optional(Parameters),
  form: z.optional(Parameters),
  answers: z.array(Answer).check(z.minLength(1)),
})

export const ProviderFile = z
  .strictObject({
    provider: z.string().check(z.regex(/^[a-z0-9-]+$/)),
    /** When the sources were read. */
    seen: Day,
    sources: z.array(Source).check(z.minLength(1)),
    baseUrl: z.url(),
    authorization: z.nullable(Authorization),
    calls: z.array(Call),
    errors: z.array(ErrorAnswer),
  })
  .check(
    z.refine(
      ({ sources, calls, errors }) =>
        [...calls.flatMap(({ answers }) => answers), ...errors].every(
          ({ from, source }) => sources[source]?.kind === from,
        ),
      '`from` is not the kind of the source that is named',
    ),
    z.refine(
      ({ calls, errors }) =>
        errors.every(({ calls: names }) => names?.every((name) => calls.some((call) => call.name === name)) ?? true),
      'an error names a call that the file does not have',
    ),
  )
export type ProviderFile = z.infer<typeof ProviderFile>
export type ProviderCall = ProviderFile['calls'][number]
export type ProviderAnswer = ProviderCall['answers'][number]
export type ProviderError = ProviderFile['errors'][number]

const FOLDER = new URL('../providers/', import.meta.url)

/** Reads and validates a file. @throws if it is invalid, with the place of every fault */
export const readProviderFile = (name: string): ProviderFile =>
  ProviderFile.parse(JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')))

/** The names of the existing files, without the OpenAPI contracts of providers in the same folder. */
export const providerNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.openapi.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()
