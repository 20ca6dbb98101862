// The template of a change, filled with vehicles: those of the catalogue's filter, or the whole active fleet.
import { imports } from '@padron/contract/imports'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { downloadFrom } from '../../lib/download.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { useCan } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { type FleetChoice, useFleetChoices } from '../catalogue/use-last-filter.ts'

const CALLS = { edit: imports.generateEditionTemplate, replace: imports.generateReplacementTemplate } as const

type OptionProps = { name: string; choice: FleetChoice; checked: boolean; onChoose: () => void; children?: ReactNode }

const Option = ({ name, choice: { total, text }, checked, onChoose, children }: OptionProps): ReactNode => (
  <label className="check">
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    <span>
      {children ?? text}
      {total !== undefined && <span className="muted"> · {vehiclesText(total)}</span>}
    </span>
  </label>
)

export const FilledTemplate = ({ kind }: { kind: 'edit' | 'replace' }): ReactNode => {
  const name = useId()
  const { fleet, filter } = useFleetChoices()
  const [all, setAll] = useState(false)
  const chosen = all || !filter ? fleet : filter
  const reads = useCan('vehicles_read')
  const { mutate, isPending } = useAction(CALLS[kind], {
    told: isRefusal,
    worked: ({ fileUrl, totalCount }) => {
      downloadFrom(fileUrl)
      notify('done', `La plantilla lleva ${vehiclesText(totalCount)}.`)
    },
  })
  const make = (): void => {
    const onError = (error: Error): void => {
      const text = refusalText(error)
      if (text) notify('warning', text)
    }
    if (!isPending) mutate({ body: chosen.query }, { onError })
  }
  return (
    <>
      <fieldset className="template__choice stack gap-4">
        <legend>La plantilla viene llena con</legend>
        {filter ? (
          <>
            <Option name={name} choice={filter} checked={!all} onChoose={() => setAll(false)}>
              Los vehículos del filtro del catálogo (<strong>{filter.text}</strong>)
            </Option>
            <Option name={name} choice={fleet} checked={all} onChoose={() => setAll(true)} />
          </>
        ) : (
          <p>
            {fleet.text}
            {fleet.total !== undefined && <span className="muted"> · {vehiclesText(fleet.total)}</span>}
          </p>
        )}
        {reads && (
          <Link to={'/' as string}>
            {filter ? 'Cambiar el filtro en el catálogo' : 'Elegir menos vehículos en el catálogo'}
          </Link>
        )}
      </fieldset>
      <button type="button" className="button" aria-disabled={isPending} onClick={make}>
        {isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
        {isPending ? 'Preparando la plantilla…' : 'Descargar plantilla'}
      </button>
    </>
  )
}
