// The kinds of due dates in the words of the country. Pure.
import type { Country } from '@padron/contract/places/countries'
import { OBLIGATION_KINDS, type ObligationKind } from '@padron/contract/rules/obligation-kinds'

/** Short names for the columns of the strip. */
const SHORT: Partial<Record<ObligationKind, Readonly<Record<Country, string>>>> = {
  inspection: { MX: 'Verif.', CO: 'RTM' },
  card: { MX: 'Tarjeta', CO: 'Licencia' },
}

const KINDS = OBLIGATION_KINDS.map(({ kind }) => kind)

export const kindName = (kind: ObligationKind, country: Country): string =>
  OBLIGATION_KINDS.find((one) => one.kind === kind)?.[country] ?? kind

export const shortKind = (kind: ObligationKind, country: Country): string =>
  SHORT[kind]?.[country] ?? kindName(kind, country)

/** The name as an option: the many kinds of documents are one. */
export const choiceName = (kind: ObligationKind, country: Country): string =>
  kind === 'document' ? 'Documentos' : kindName(kind, country)

/** The kinds that a user may see: documents require their permission. */
export const kindsFor = (documents: boolean): readonly ObligationKind[] =>
  KINDS.filter((kind) => documents || kind !== 'document')

/** The kinds in an address, in the table's order; none: all of them. */
export const kindsOf = (text: string | undefined): readonly ObligationKind[] => {
  const named = text?.split(',') ?? []
  return KINDS.filter((kind) => named.includes(kind))
}

/** The kinds as text in the address; all of them are the same as none. */
export const kindsText = (kinds: readonly ObligationKind[], all: readonly ObligationKind[]): string | undefined =>
  kinds.length === 0 || all.every((kind) => kinds.includes(kind))
    ? undefined
    : all.filter((kind) => kinds.includes(kind)).join(',')
