// In the dialog of all filters: debts and their dates, due dates, and what needs a person.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { type StatusId, statusText, statusTone, typeName } from '@padron/contract/resources'
import { expiryKindName, WITHOUT_DEBTS, WITHOUT_DEBTS_TITLE } from '@padron/contract/texts/filter-texts'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { EXPIRY_KINDS, type ExpiryKind } from '@padron/contract/vehicles/fields'
import type { ReactNode } from 'react'
import { useCan, useUser } from '../../../session/user-context.ts'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import type { CheckOption } from '../../../ui/fields/Checks.tsx'
import { unlessEmpty } from '../filters.ts'
import type { CatalogueSearch } from '../search.ts'
import { AmountFields } from './AmountFields.tsx'
import { TOTAL_TITLE } from './chips.ts'
import { RangeFields } from './DateFields.tsx'
import type { Faults, OnTyped, RangeKey } from './filter-draft.ts'
import { debtTypes } from './owed-filters.ts'

const titlesOf = (country: Country) => ({
  debts: localText('Con adeudo', country),
  none: localText(WITHOUT_DEBTS_TITLE, country),
  debtTotal: localText(`${TOTAL_TITLE} (${COUNTRIES[country].currency})`, country),
  debtDays: localText('Fecha del adeudo', country),
  marks: localText('El adeudo', country),
  anyStatus: 'Estado de alguna consulta',
  due: 'Vencimientos',
  dueTypes: `${PAY_WORDS[country].line} de`,
  dueDays: 'Fecha de vencimiento',
})
/** The titles that the dialog's search covers. */
export const owedTitles = (country: Country): readonly string[] => Object.values(titlesOf(country))

const NEEDS_PERSON = 13 satisfies StatusId
const ANY = -1
const MARKS = [
  { key: 'debtMarked', label: 'Marcado como pagado y aún listado' },
  { key: 'debtAfterStatus', label: 'Apareció o creció después de la baja del vehículo' },
  { key: 'debtUndated', label: 'Listado sin fecha' },
] as const

export const statusOptions = (ids: readonly number[]): readonly CheckOption[] =>
  ids.map((id) => ({ value: id, label: statusText(id), sign: <StatusSign sign={statusTone(id)} size={16} /> }))

/** «Any kind» replaces the selected kinds, and the reverse. */
const debtsChosen = (ids: number[], before: CatalogueSearch['debts']): CatalogueSearch['debts'] => {
  const types = ids.filter((id) => id !== ANY)
  if (ids.includes(ANY) && (before !== 'any' || types.length === 0)) return 'any'
  return unlessEmpty(types)
}

/**
 * A policy is known from a source or from a document; users who may not see documents are offered the source's only.
 */
const kindsOffered = (canReadDocuments: boolean, chosen: readonly ExpiryKind[]): readonly ExpiryKind[] => {
  const left: readonly ExpiryKind[] = canReadDocuments ? ['insurance'] : ['policy', 'document']
  return EXPIRY_KINDS.filter((kind) => !left.includes(kind) || chosen.includes(kind))
}

/** Renders a group of checkboxes if the dialog's search matches it. */
export type DrawChecks = (
  legend: string,
  options: readonly CheckOption[],
  value: readonly number[],
  onChange: (ids: number[]) => void,
) => ReactNode

type Props = {
  /** `search`: the filters of the address; `now`: with the choices made in the dialog. */
  search: CatalogueSearch
  now: CatalogueSearch
  put: (patch: Partial<CatalogueSearch>) => void
  /** Whether the dialog's search matches the label. */
  found: (label: string) => boolean
  checks: DrawChecks
  faults: Faults
  onTyped: OnTyped
}

export const OwedFilters = ({ search, now, put, found, checks, faults, onTyped }: Props) => {
  const { country } = useUser()
  const canReadDocuments = useCan('documents_read')
  const { debts, due = [], dueTypes = [], anyStatus = [] } = now
  const titles = titlesOf(country)
  const types = debtTypes(country).map(({ id }) => ({ value: id, label: typeName(id, country) }))
  const range = (name: RangeKey) => (
    <RangeFields
      name={name}
      title={titles[name]}
      first={search[name]}
      fault={faults[name]}
      hidden={!found(titles[name])}
      onTyped={onTyped}
    />
  )
  return (
    <>
      <div className="more-filters__checks">
        {checks(
          titles.debts,
          [{ value: ANY, label: 'De cualquier tipo' }, ...types],
          debts === 'any' ? [ANY] : (debts ?? []),
          (ids) => put({ debts: debtsChosen(ids, debts) }),
        )}
        {checks(titles.none, [{ value: 1, label: WITHOUT_DEBTS }], now.withoutDebts ? [1] : [], ({ length }) =>
          put({ withoutDebts: length ? '1' : undefined }),
        )}
        {checks(
          titles.marks,
          MARKS.map(({ label }, value) => ({ value, label })),
          MARKS.flatMap(({ key }, at) => (now[key] ? [at] : [])),
          (ids) => put(Object.fromEntries(MARKS.map(({ key }, at) => [key, ids.includes(at) ? '1' : undefined]))),
        )}
        {checks(titles.anyStatus, statusOptions([...new Set([NEEDS_PERSON, ...anyStatus])]), anyStatus, (ids) =>
          put({ anyStatus: unlessEmpty(ids) }),
        )}
      </div>
      <AmountFields
        title={titles.debtTotal}
        first={search.debtTotal}
        fault={faults.debtTotal}
        hidden={!found(titles.debtTotal)}
        onTyped={onTyped}
      />
      {range('debtDays')}
      <div className="more-filters__checks">
        {checks(
          titles.due,
          kindsOffered(canReadDocuments, due).map((kind) => ({
            value: EXPIRY_KINDS.indexOf(kind),
            label: expiryKindName(kind, country),
          })),
          due.map((kind) => EXPIRY_KINDS.indexOf(kind)),
          (ids) => put({ due: unlessEmpty(EXPIRY_KINDS.filter((_, at) => ids.includes(at))) }),
        )}
        {due.includes('payment') &&
          checks(titles.dueTypes, types, dueTypes, (ids) => put({ dueTypes: unlessEmpty(ids) }))}
      </div>
      {range('dueDays')}
    </>
  )
}
