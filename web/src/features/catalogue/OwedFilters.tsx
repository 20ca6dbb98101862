// In the dialog of all filters: what is owed, and since when; what falls due, and between which days; what needs a person.
import { expiryKindName } from '@padron/contract/asked-filter-words'
import { EXPIRY_KINDS, type ExpiryKind } from '@padron/contract/field-names'
import { type StatusId, statusText, statusTone, typeName } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import { useCan, useUser } from '../../session/user-context.ts'
import { Checks } from '../../ui/Checks.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Faults } from './filter-draft.ts'
import type { RangeKey } from './owed-draft.ts'
import { type Days, debtTypes } from './owed-filters.ts'
import { OWED } from './owed-words.ts'
import { RangeFields } from './RangeFields.tsx'
import type { CatalogueSearch } from './search.ts'

type Props = {
  /** What the address asks, and with what was chosen over it. */
  search: CatalogueSearch
  now: CatalogueSearch
  put: (patch: Partial<CatalogueSearch>) => void
  /** Whether the dialog's search shows it. */
  found: (label: string) => boolean
  faults: Faults
  onRange: (name: RangeKey, range: Required<Days>) => void
}

const NEEDS_PERSON = 13 satisfies StatusId
const ANY = -1
const MARKED = 0
const AFTER_STATUS = 1
const UNDATED = 2
const MARKS = [
  { value: MARKED, label: 'Marcado como pagado y aún listado' },
  { value: AFTER_STATUS, label: 'Surgido o aumentado después de su estatus' },
  { value: UNDATED, label: 'Listado sin fecha' },
]
const some = <T,>(chosen: T[]): T[] | undefined => (chosen.length ? chosen : undefined)

/** Any kind takes the place of those chosen, and the other way round. */
const debtsChosen = (ids: number[], before: CatalogueSearch['debts']): CatalogueSearch['debts'] => {
  const types = ids.filter((id) => id !== ANY)
  if (ids.includes(ANY) && (before !== 'any' || types.length === 0)) return 'any'
  return some(types)
}

/** A policy is what a source or a document says; who sees no documents is offered the source's alone. */
const kindsOffered = (papers: boolean, chosen: readonly ExpiryKind[]): readonly ExpiryKind[] => {
  const left: readonly ExpiryKind[] = papers ? ['insurance'] : ['policy', 'document']
  return EXPIRY_KINDS.filter((kind) => !left.includes(kind) || chosen.includes(kind))
}

export const OwedFilters = ({ search, now, put, found, faults, onRange }: Props): ReactNode => {
  const { country } = useUser()
  const papers = useCan('documents_read')
  const { debts, debtMarked, debtAfterStatus, debtUndated, due = [], dueTypes = [], anyStatus = [] } = now
  const types = debtTypes(country).map(({ id }) => ({ value: id, label: typeName(id, country) }))
  const statuses = [...new Set([NEEDS_PERSON, ...anyStatus])]
  const range = (name: RangeKey): ReactNode => (
    <RangeFields
      name={name}
      title={OWED[name]}
      first={search[name]}
      fault={faults[name]}
      hidden={!found(OWED[name])}
      onRange={onRange}
    />
  )
  return (
    <>
      <div className="more-filters__checks">
        {found(OWED.debts) && (
          <Checks
            legend={OWED.debts}
            options={[{ value: ANY, label: 'De cualquier tipo' }, ...types]}
            value={debts === 'any' ? [ANY] : (debts ?? [])}
            onChange={(ids) => put({ debts: debtsChosen(ids, debts) })}
          />
        )}
        {found(OWED.marks) && (
          <Checks
            legend={OWED.marks}
            options={MARKS}
            value={[
              ...(debtMarked ? [MARKED] : []),
              ...(debtAfterStatus ? [AFTER_STATUS] : []),
              ...(debtUndated ? [UNDATED] : []),
            ]}
            onChange={(ids) =>
              put({
                debtMarked: ids.includes(MARKED) ? '1' : undefined,
                debtAfterStatus: ids.includes(AFTER_STATUS) ? '1' : undefined,
                debtUndated: ids.includes(UNDATED) ? '1' : undefined,
              })
            }
          />
        )}
        {found(OWED.anyStatus) && (
          <Checks
            legend={OWED.anyStatus}
            options={statuses.map((id) => ({
              value: id,
              label: statusText(id),
              sign: <StatusSign sign={statusTone(id)} size={16} />,
            }))}
            value={anyStatus}
            onChange={(ids) => put({ anyStatus: some(ids) })}
          />
        )}
      </div>
      {range('debtDays')}
      <div className="more-filters__checks">
        {found(OWED.due) && (
          <Checks
            legend={OWED.due}
            options={kindsOffered(papers, due).map((kind) => ({
              value: EXPIRY_KINDS.indexOf(kind),
              label: expiryKindName(kind, country),
            }))}
            value={due.map((kind) => EXPIRY_KINDS.indexOf(kind))}
            onChange={(ids) => put({ due: some(EXPIRY_KINDS.filter((_, at) => ids.includes(at))) })}
          />
        )}
        {found(OWED.dueTypes) && due.includes('payment') && (
          <Checks
            legend={OWED.dueTypes}
            options={types}
            value={dueTypes}
            onChange={(ids) => put({ dueTypes: some(ids) })}
          />
        )}
      </div>
      {range('dueDays')}
    </>
  )
}
