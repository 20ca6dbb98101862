// The result of a trial of the set-up, in words for the operator; trials do not throw.
import type { SetupReport } from '@padron/contract/setup'

type Facts = Readonly<Record<string, string | undefined>>

const factsOf = (facts: Facts): SetupReport['facts'] =>
  Object.entries(facts).flatMap(([label, value]) => (value ? [{ label, value }] : []))

export const passed = (summary: string, facts: Facts = {}, advice: string | null = null): SetupReport => ({
  ok: true,
  summary,
  advice,
  facts: factsOf(facts),
  at: new Date().toISOString(),
})

/** @param advice what to do */
export const failed = (summary: string, advice: string, facts: Facts = {}): SetupReport => ({
  ok: false,
  summary,
  advice,
  facts: factsOf(facts),
  at: new Date().toISOString(),
})

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')
/** The error has no message if several addresses of a name refused the connection. */
export const trialErrorText = (error: unknown): string =>
  (error instanceof Error ? error.message || codeOf(error) : String(error)).slice(0, 300)
