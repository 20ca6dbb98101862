// The filters of the pending items: visible on a wide screen, behind "Más filtros" on a phone; a chip for each active
// one.
import { catalogue } from '@padron/contract/catalogue'
import { pending } from '@padron/contract/pending'
import { COUNTRIES } from '@padron/contract/places/countries'
import { tags as tagCalls } from '@padron/contract/tags'
import { useQuietCall } from '../../api/use-call.ts'
import { displayText } from '../../lib/typed-day.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { LabelledSelect } from '../../ui/fields/Select.tsx'
import { FilterChips } from '../../ui/filters/FilterChips.tsx'
import { FilterDay } from '../../ui/filters/FilterDay.tsx'
import { FiltersBar } from '../../ui/filters/FiltersBar.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { kindName, kindsFor, kindsOf } from './pending-texts.ts'
import type { ChangePending, PendingSearch } from './search.ts'

/** The contract's maximum length. */
const LIKE_AT_MOST = 30

type Props = { search: PendingSearch; change: ChangePending }

const usePeople = () => useQuietCall(pending.people, {}).data?.people ?? []
const useTags = () => useQuietCall(tagCalls.list, {}, { off: !useCan('tags_read') }).data?.userTags ?? []
const useStates = () => useQuietCall(catalogue.states, {}).data?.states ?? []
const useKinds = () => {
  const { country } = useUser()
  return kindsFor(country, { documents: useCan('documents_read'), captures: useCan('processing_read') })
}

const Fields = ({ search, change }: Props) => {
  const { country } = useUser()
  const [people, tags, states, kinds] = [usePeople(), useTags(), useStates(), useKinds()]
  const { whose, from, to, stateId, tagId, holder } = search
  const named = kindsOf(search.kinds)
  return (
    <>
      <Combobox
        label="Tipo"
        placeholder="Todos"
        options={kinds.map((kind, value) => ({ value, label: kindName(kind, country) }))}
        value={named.map((kind) => kinds.indexOf(kind)).filter((at) => at >= 0)}
        onChange={(chosen) => {
          const next = kinds.filter((_, at) => chosen.includes(at))
          change({ kinds: next.length === 0 || next.length === kinds.length ? undefined : next.join(',') })
        }}
      />
      <FilterDay label="Vence desde" value={from} max={to} onChange={(day) => change({ from: day })} />
      <FilterDay label="Vence hasta" value={to} min={from} onChange={(day) => change({ to: day })} />
      {whose !== 'mine' && (
        <LabelledSelect
          label="De quién"
          empty="Todos"
          options={[
            { value: 'none', label: 'Sin asignar' },
            ...people.map(({ userId, username }) => ({ value: `${userId}`, label: username })),
          ]}
          value={whose}
          onChange={(value) => change({ whose: value })}
        />
      )}
      <LabelledSelect
        label={COUNTRIES[country].state}
        empty="Todos"
        options={states.map((state) => ({ value: state.stateId, label: state.stateName }))}
        value={stateId}
        onChange={(value) => change({ stateId: value })}
      />
      <FilterText label="Titular" value={holder ?? ''} onChange={(typed) => change({ holder: typed })} />
      {tags.length > 0 && (
        <LabelledSelect
          label="Etiqueta"
          empty="Todas"
          options={tags.map((tag) => ({ value: tag.tagId, label: tag.tagName }))}
          value={tagId}
          onChange={(value) => change({ tagId: value })}
        />
      )}
    </>
  )
}

const useChips = (search: PendingSearch) => {
  const { country } = useUser()
  const [people, tags, states] = [usePeople(), useTags(), useStates()]
  const { kinds, whose, from, to, stateId, tagId, holder, like } = search
  const person = people.find(({ userId }) => `${userId}` === whose)?.username ?? whose
  const kindNames = kindsOf(kinds).map((kind) => kindName(kind, country))
  return [
    { key: 'like', label: 'Placa o VIN', value: like },
    { key: 'kinds', label: 'Tipo', value: kindNames.join(', ') },
    { key: 'from', label: 'Vence desde', value: from && displayText(from) },
    { key: 'to', label: 'Vence hasta', value: to && displayText(to) },
    {
      key: 'whose',
      label: 'De quién',
      value: whose === undefined || whose === 'mine' ? undefined : whose === 'none' ? 'Sin asignar' : person,
    },
    {
      key: 'stateId',
      label: COUNTRIES[country].state,
      value: stateId && (states.find((state) => state.stateId === stateId)?.stateName ?? `${stateId}`),
    },
    { key: 'holder', label: 'Titular', value: holder },
    {
      key: 'tagId',
      label: 'Etiqueta',
      value: tagId && (tags.find((tag) => tag.tagId === tagId)?.tagName ?? `${tagId}`),
    },
  ].flatMap(({ value, ...chip }) => (value ? [{ ...chip, value }] : []))
}

export const PendingFilters = ({ search, change, onClear }: Props & { onClear: (() => void) | undefined }) => {
  const chips = useChips(search)
  return (
    <FiltersBar
      className="todo__fields"
      search={search}
      change={change}
      fields={Fields}
      first={
        <FilterText
          label="Placa o VIN contiene"
          value={search.like ?? ''}
          onChange={(typed) => change({ like: typed?.slice(0, LIKE_AT_MOST) })}
        />
      }
      chips={<FilterChips chips={chips} onRemove={({ key }) => change({ [key]: undefined })} onClear={onClear} />}
    />
  )
}
