// All scenarios that a portal can answer with, in one table. The order is the number: a plate or VIN that begins with
// QQ07 gets scenario 7. Append only: saved demonstrations name scenarios by number. Q never occurs in a real plate.

const table = {
  clean: 'no debts at all',
  'one-debt': 'exactly one debt',
  'many-debts': 'at least 40 rows in one answer; Socrata: 250 rows, so that pages are needed',
  'expired-line': 'unused, no portal gives a payment line: the natural answer',
  'plate-changed': 'the portal knows another, current plate',
  'not-registered': 'the portal has no registration of this vehicle',
  'does-not-exist': 'the vehicle does not exist',
  'other-plate': 'a well-formed answer for another plate or VIN',
  partial: 'one section could not be read, the rest is good',
  drift: 'a key or element was renamed',
  'ok-with-error': 'HTTP 200 with a failure inside',
  unauthorized: 'credentials refused (401)',
  conflict: 'more or other input needed (409; PlacApi: its 400)',
  'rate-limited': '429 with Retry-After: 1',
  'server-error': '500',
  slow: 'the one-debt answer after SIMULATOR_SLOW_MS',
  hang: 'never answers',
  drip: 'one byte a second, for ever',
  cut: 'the connection is destroyed half-way through the body',
  captcha: 'an HTML captcha page with HTTP 200',
  latin1: 'one debt in ISO-8859-1, declared in the header',
  gzip: 'one debt, content-encoding gzip',
  'gzip-bomb': 'about 200 kB of gzip that inflate to 200 MB of zeros',
  pending: 'asynchronous: never done; synchronous: 202',
  twice: 'asynchronous: every later poll delivers again, with a later end time',
  'sum-mismatch': 'the rows do not add up to the total',
  growing: 'a surcharge that grows by 1 % of the debt each day of the clock',
  theft: 'theft report in force',
  'theft-recovered': 'theft report, vehicle recovered',
  'webhook-twice': 'webhook: the same answer is delivered twice at once',
  'webhook-other': 'webhook: a second answer with another body follows, signed as well',
  'webhook-never': 'webhook: accepted, and nothing ever comes',
  'webhook-unsigned': 'webhook: the signature is wrong',
  'webhook-error': 'webhook: the answer says that the question failed',
  'unknown-field': 'one debt, with a field that nobody has met (soft drift)',
  paid: 'one debt, and another that is listed as paid',
  'no-rows-key': 'the list of debts is not there at all',
  'no-credit': 'the credit of the contract is used up (402, or the provider’s own words)',
  'out-of-service': 'the provider switched the source off (Verifik: 409)',
  'older-form': 'one debt, in an older form of the answer',
  'wrong-owner': 'the document is not one of the vehicle’s owners (RUNT)',
  'empty-pair': 'the same, as an answer of null fields (Verifik RUNT by plate and owner)',
} as const

export type Scenario = keyof typeof table
/** The scenario that was served; `natural`: the answer by the plate's hash. */
export type ServedScenario = Scenario | 'natural'

export const isScenario = (name: string): name is Scenario => Object.hasOwn(table, name)

export const scenarios: readonly { number: number; name: string; description: string }[] = Object.entries(table).map(
  ([name, description], index) => ({ number: index + 1, name, description }),
)

const byNumber = Object.keys(table).filter(isScenario)

/**
 * The scenario that a mark selects: a plate or VIN that starts with QQ and two digits, or a holder's number that starts
 * with four zeros and two digits; undefined without a mark or beyond the table.
 */
export function scenarioOfMark(...marks: string[]): Scenario | undefined {
  for (const mark of marks) {
    const number = /^(?:QQ|0000)(\d\d)/.exec(mark)?.[1]
    if (number) return byNumber[Number(number) - 1]
  }
  return undefined
}
