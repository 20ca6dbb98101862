// The filters above the activity log: visible on a wide screen, behind "Más filtros" on a phone; a chip for each active
// filter.
import { serviceAccounts } from '@padron/contract/service-accounts'
import { ACTIONS, ORIGINS, SUBJECTS } from '@padron/contract/texts/activity-labels'
import { users as calls } from '@padron/contract/users'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { plainText } from '../../lib/plain-text.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { FilterChips } from '../../ui/filters/FilterChips.tsx'
import { FilterDay } from '../../ui/filters/FilterDay.tsx'
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx'
import { FiltersBar } from '../../ui/filters/FiltersBar.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { CLEARED, chipsOf, isFiltered } from './filter.ts'
import type { ActivitySearch } from './search.ts'

const WAIT_MS = 300
const OFFERED = 20

const usersArgs = (user: { username?: string; userId?: number }) => ({
  body: {
    userClass: { user },
    filter_options: { page: 1, pageSize: OFFERED, sortBy: 'username', sortFilterOrder: 'asc' },
  } as const,
})

/** The company's service accounts, which change data as users do; tens of them at most, so one call loads them all. */
const useAccounts = (off: boolean): readonly { value: number; label: string }[] => {
  const { data } = useCall(serviceAccounts.list, {}, { off })
  return (data?.serviceAccounts ?? []).map(({ serviceAccountId, name }) => ({
    value: serviceAccountId,
    label: `cuenta de servicio «${name}»`,
  }))
}

/** The name of a user or a service account from its id. */
const useUserName = (userId: number | undefined): string | undefined => {
  const { data } = useCall(calls.list, usersArgs({ userId: userId ?? 0 }), { off: !userId })
  const accounts = useAccounts(!userId)
  return data?.users[0]?.user.username ?? accounts.find(({ value }) => value === userId)?.label
}

type UserProps = { value: number | undefined; onChange: (userId: number | undefined) => void }

/** Searches users by name on the server: a company may have thousands. */
const UserSelect = ({ value, onChange }: UserProps) => {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const username = useDebounced(typed, WAIT_MS)
  const name = useUserName(value)
  const { data, isFetching } = useCall(calls.list, usersArgs(username ? { username } : {}), { keep: true, off: !open })
  const accounts = useAccounts(!open).filter(({ label }) => plainText(label).includes(plainText(typed.trim())))
  return (
    <Combobox
      label="Usuario"
      placeholder="Todos"
      single
      options={[...(data?.users ?? []).map(({ user }) => ({ value: user.userId, label: user.username })), ...accounts]}
      value={value === undefined ? [] : [value]}
      nameOf={() => name}
      onChange={([userId]) => onChange(userId)}
      onSearch={setTyped}
      isSearching={isFetching}
      onOpen={setOpen}
    />
  )
}

const optionsOf = <V extends string>(words: Record<V, string>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value: value as V, label }))
const KIND = {
  label: 'Tipo',
  placeholder: 'Todos',
  options: SUBJECTS.map(({ kind, name }) => ({ value: kind, label: name })),
}
const ACTION = { label: 'Acción', placeholder: 'Todas', options: optionsOf(ACTIONS) }
const ORIGIN = { label: 'Origen', placeholder: 'Todos', options: optionsOf(ORIGINS) }

type Props = { search: ActivitySearch; change: (patch: Partial<ActivitySearch>) => void }

const Fields = ({ search: { from, to, userId, subjectKind, action, origin }, change }: Props) => (
  <>
    <FilterDay label="Desde" value={from} max={to} onChange={(day) => change({ from: day })} />
    <FilterDay label="Hasta" value={to} min={from} onChange={(day) => change({ to: day })} />
    <UserSelect value={userId} onChange={(id) => change({ userId: id })} />
    <FilterSelect
      {...KIND}
      value={subjectKind}
      onChange={(kind) => change({ subjectKind: kind, subjectId: undefined })}
    />
    <FilterSelect {...ACTION} value={action} onChange={(next) => change({ action: next })} />
    <FilterSelect {...ORIGIN} value={origin} onChange={(next) => change({ origin: next })} />
  </>
)

export const ActivityFilters = ({ search, change, subject }: Props & { subject: string | undefined }) => {
  const user = useUserName(search.userId)
  return (
    <FiltersBar
      className="activity__fields"
      search={search}
      change={change}
      fields={Fields}
      first={
        <FilterText
          label="Placa o nombre empieza con"
          value={search.text ?? ''}
          onChange={(text) => change({ text })}
        />
      }
      chips={
        <FilterChips
          chips={chipsOf(search, { user, subject })}
          onRemove={({ key }) => change({ [key]: undefined, ...(key === 'subjectKind' && { subjectId: undefined }) })}
          onClear={isFiltered(search) ? () => change(CLEARED) : undefined}
        />
      }
    />
  )
}
