// The published document, checked with the rule sets of Spectral and of OWASP.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_CALLS } from '@padron/contract/features'
import { type IRuleResult, type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { isAlwaysAnswered } from '../overload/refusable.ts'

const document: Record<string, unknown> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/openapi.gen.json'), 'utf8'),
)

/**
 * Requests have maximum lengths. Replies have none: they grow with a fleet and with new versions, so a length would be
 * a promise that a later version breaks.
 */
const sent = (type: string) =>
  ['parameters', 'requestBody'].flatMap((part) => [
    `$.paths[*][*].${part}..[?(@ && @.type=="${type}")]`,
    `$.paths[*][*].${part}..[?(@ && @.type && @.type.constructor.name === "Array" && @.type.includes("${type}"))]`,
  ])

const { rules } = owasp as unknown as { rules: Record<string, object> }
const LISTS = 'owasp:api4:2023-array-limit'
const TEXTS = 'owasp:api4:2023-string-limit'

const RULES = {
  extends: [oas, owasp],
  rules: {
    [LISTS]: { ...rules[LISTS], given: sent('array') },
    [TEXTS]: { ...rules[TEXTS], given: sent('string') },
    // Ids are numbers in the specification. Each call looks at whose they are: the database shows a company its own.
    'owasp:api1:2023-no-numeric-ids': 'off',
    // No page of another origin may read an answer: the header that would let one is never sent.
    'owasp:api8:2023-define-cors-origin': 'off',
    // Names of people, plates and notes are free text, of the length that each says.
    'owasp:api4:2023-string-restricted': 'off',
  },
} as unknown as RulesetDefinition

const isPublic = (path: string, method: string): boolean =>
  ALL_CALLS.some((call) => {
    const here = call.path.replaceAll(/:(\w+)/g, '{$1}') === path && call.method.toLowerCase() === method
    return here && call.needs === 'public'
  })

/** Accepted exceptions, each with its reason. */
const MEANT: Readonly<Record<string, (path: string, method: string) => boolean>> = {
  // Signing in, the links by email, the set-up by its code: they are what one does without a session.
  'owasp:api2:2023-write-restricted': isPublic,
  'owasp:api2:2023-read-restricted': isPublic,
  // The id of a token is not a secret.
  'owasp:api2:2023-no-credentials-in-url': (path) => path === '/api/v2/tokens/{tokenId}',
  // Health and the end of a session are never refused, and so not counted.
  'owasp:api4:2023-rate-limit': isAlwaysAnswered,
  // As the specification writes them.
  'path-keys-no-trailing-slash': (path) => /^\/api\/v2\/vehicle\/\w+Template\/$/.test(path),
}
const isMeant = ({ code, path: [, path, method] }: IRuleResult): boolean =>
  MEANT[code]?.(String(path), String(method)) ?? false

it('the document breaks no rule except the accepted exceptions', async () => {
  const spectral = new Spectral()
  spectral.setRuleset(RULES)
  const results = await spectral.run(document)
  const broken = results.filter((each) => !isMeant(each))
  expect(broken.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
  // Every exception is needed.
  expect(new Set(results.map(({ code }) => code))).toEqual(new Set(Object.keys(MEANT)))
})
