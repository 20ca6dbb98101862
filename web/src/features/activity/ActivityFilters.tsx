// The filters above the record: at hand on a wide screen, behind "Más filtros" on a phone; a chip for each that is on.
import { ACTIONS, ORIGINS, SUBJECTS } from '@padron/contract/activity-words'
import { type ReactNode, useState } from 'react'
import { readDay } from '../../lib/typed-day.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { FiltersDialog } from '../../ui/FiltersDialog.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { Icon } from '../../ui/icons.tsx'
import { CLEARED, chipsOf, isFiltered } from './filter.ts'
import type { ActivitySearch, ChangeActivity } from './search.ts'
import { UserSelect, useUserName } from './UserSelect.tsx'

type DayProps = { label: string; value: string | undefined; min?: string | undefined; max?: string | undefined }
/** What is no day yet filters nothing. */
const Day = ({ label, value = '', onChange, ...ends }: DayProps & { onChange: (day?: string) => void }): ReactNode => {
  const [typed, type] = useState<{ text: string; over: string }>()
  const put = (text: string): void => {
    const done = text === '' || readDay(text) === text
    type(done ? undefined : { text, over: value })
    if (done) onChange(text || undefined)
  }
  return (
    <FormField label={label}>
      {(field) => <DateInput {...field} value={typed?.over === value ? typed.text : value} {...ends} onChange={put} />}
    </FormField>
  )
}

const KINDS = SUBJECTS.map(({ kind, name }) => ({ value: kind, label: name }))
const optionsOf = <V extends string>(words: Record<V, string>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value: value as V, label }))
const DEEDS = optionsOf(ACTIONS)
const ORIGIN_OPTIONS = optionsOf(ORIGINS)

type Props = { search: ActivitySearch; change: ChangeActivity }

const Fields = ({ search: { from, to, userId, subjectKind, action, origin }, change }: Props): ReactNode => (
  <>
    <Day label="Desde" value={from} max={to} onChange={(day) => change({ from: day })} />
    <Day label="Hasta" value={to} min={from} onChange={(day) => change({ to: day })} />
    <UserSelect value={userId} onChange={(id) => change({ userId: id })} />
    <FilterSelect
      label="Tipo"
      placeholder="Todos"
      options={KINDS}
      value={subjectKind}
      onChange={(kind) => change({ subjectKind: kind, subjectId: undefined })}
    />
    <FilterSelect
      label="Acción"
      placeholder="Todas"
      options={DEEDS}
      value={action}
      onChange={(deed) => change({ action: deed })}
    />
    <FilterSelect
      label="Origen"
      placeholder="Todos"
      options={ORIGIN_OPTIONS}
      value={origin}
      onChange={(way) => change({ origin: way })}
    />
  </>
)

const MoreFilters = ({ search, change, onClose }: Props & { onClose: () => void }): ReactNode => {
  const [draft, setDraft] = useState<Partial<ActivitySearch>>({})
  return (
    <FiltersDialog onSave={() => change(draft)} onClose={onClose}>
      <Fields search={{ ...search, ...draft }} change={(patch) => setDraft({ ...draft, ...patch })} />
    </FiltersDialog>
  )
}

export const ActivityFilters = ({ search, change, subject }: Props & { subject: string | undefined }): ReactNode => {
  const phone = useMedia(PHONE)
  const [more, showMore] = useState(false)
  const user = useUserName(search.userId)
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className="filters__row activity__fields">
        <FilterText
          label="Placa o nombre, empieza con"
          value={search.text ?? ''}
          onChange={(text) => change({ text })}
        />
        {phone ? (
          <button type="button" className="button filters__more" aria-haspopup="dialog" onClick={() => showMore(true)}>
            <Icon name="filter" size={16} />
            Más filtros
          </button>
        ) : (
          <Fields search={search} change={change} />
        )}
      </div>
      <FilterChips
        chips={chipsOf(search, { user, subject })}
        onRemove={({ key }) => change({ [key]: undefined, ...(key === 'subjectKind' && { subjectId: undefined }) })}
        onClear={isFiltered(search) ? () => change(CLEARED) : undefined}
      />
      {more && <MoreFilters search={search} change={change} onClose={() => showMore(false)} />}
    </section>
  )
}
