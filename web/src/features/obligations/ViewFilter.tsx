// Selects the view by week or by month, the holder, and the grouping of a month.
import { GROUPINGS, type Grouping } from '@padron/contract/obligations'
import { LabelledSelect } from '../../ui/fields/Select.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { type ChangeObligations, VIEWS, type View } from './search.ts'

const VIEW_NAMES: Readonly<Record<View, string>> = { week: 'Semana', month: 'Mes' }
export const GROUPING_NAMES: Readonly<Record<Grouping, string>> = { kind: 'Tipo', holder: 'Razón social' }
const GROUPING_OPTIONS = GROUPINGS.map((value) => ({ value, label: GROUPING_NAMES[value] }))

type Props = {
  view: View
  groupBy: Grouping
  search: string | undefined
  onView: (view: View) => void
  onGroupBy: (groupBy: Grouping) => void
  change: ChangeObligations
}

export const ViewFilter = ({ view, groupBy, search, onView, onGroupBy, change }: Props) => (
  <div className="filters__row obligation-filters">
    <fieldset className="views-switch">
      <legend>Periodo por</legend>
      <div className="flex">
        {VIEWS.map((one) => (
          <label key={one} className="views-switch__one surface bordered pressable strong">
            <input
              type="radio"
              className="visually-hidden"
              name="obligations-view"
              checked={view === one}
              onChange={() => onView(one)}
            />
            {VIEW_NAMES[one]}
          </label>
        ))}
      </div>
    </fieldset>
    <FilterText
      label="Placa, VIN o razón social"
      value={search ?? ''}
      onChange={(typed) => change({ search: typed })}
    />
    {view === 'month' && (
      <LabelledSelect
        label="Agrupar por"
        options={GROUPING_OPTIONS}
        value={groupBy}
        onChange={(chosen) => chosen && onGroupBy(chosen)}
      />
    )}
  </div>
)
