// The report of a trial, for whoever is at a terminal.
import type { SetupReport } from '@padron/contract/setup'
import { say } from './console.ts'

export const sayReport = (name: string, { ok, summary, facts, advice }: SetupReport): void => {
  say(`${ok ? 'bien ' : 'MAL  '} ${name}: ${summary}`)
  for (const { label, value } of facts) say(`      ${label}: ${value.replaceAll('\n', '\n        ')}`)
  if (advice) say(`      ${ok ? 'Nota' : 'Qué hacer'}: ${advice}`)
}
