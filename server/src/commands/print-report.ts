// Prints the report of a trial to the terminal.
import type { SetupReport } from '@padron/contract/setup'
import { print } from './console.ts'

export const printReport = (name: string, { ok, summary, facts, advice }: SetupReport): void => {
  print(`${ok ? 'bien ' : 'MAL  '} ${name}: ${summary}`)
  for (const { label, value } of facts) print(`      ${label}: ${value.replaceAll('\n', '\n        ')}`)
  if (advice) print(`      ${ok ? 'Nota' : 'Qué hacer'}: ${advice}`)
}
