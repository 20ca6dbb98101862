// Describes a parsed answer line by line, for a person who tries a connector.
import { statusText, typeName } from '@padron/contract/resources'
import type { Connector, Parsed } from './connector.ts'

const amount = (total: number | null): string => (total === null ? 'sin importe' : total.toFixed(2))

export const describeAnswer = (parsed: Parsed, { country }: Connector): string[] => {
  if (!('findings' in parsed)) return [`  ${parsed.why}`]
  const { findings, remarks = [], registration, history = [], files = [], unknownFields = [] } = parsed
  return [
    ...findings.flatMap(({ type, status, results, paid = [] }) => [
      `  ${typeName(type, country)}: ${statusText(status)} (${status})`,
      ...results.map(({ name, total, notes = [] }) =>
        [
          `    ${name}`,
          ...(total === null && notes.length ? [] : [amount(total)]),
          ...notes.map(({ label, value }) => `${label}: ${value}`),
        ].join(' · '),
      ),
      ...(paid.length ? [`    Pagados: ${paid.join(', ')}`] : []),
    ]),
    ...history.map(
      ({ dateTime, description, amount: value }) => `  ${dateTime ?? 'sin fecha'} · ${description} · ${amount(value)}`,
    ),
    ...(registration
      ? [
          `  Registro: ${Object.entries(registration.fields)
            .map(([field, value]) => `${field} ${value}`)
            .join(', ')}`,
        ]
      : []),
    ...files.map(({ name }) => `  Archivo: ${name}`),
    ...remarks.map((remark) => `  Aviso: ${remark}`),
    ...(unknownFields.length ? [`  Campos nuevos: ${unknownFields.join(', ')}`] : []),
  ]
}
