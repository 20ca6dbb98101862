// The report of a trial, for whoever is at a terminal.
import type { SetupReport } from '@padron/contract/setup'
import { print } from './console.ts'

export const sayReport = (name: string, { ok, summary, facts, advice }: SetupReport): void => {
  print(`${ok ? 'bien ' : 'MAL  '} ${name}: ${summary}`)
  for (const { label, value } of facts) print(`      ${label}: ${value.replaceAll('\n', '\n        ')}`)
  if (advice) print(`      ${ok ? 'Nota' : 'Qué hacer'}: ${advice}`)
}
