// The template of the kind, and the meaning of its cells. The template of new vehicles is empty, the same file for
// everybody; the edit and replace templates contain the vehicles of the catalogue filter, or the whole active fleet.
// Below it, the saved mappings of the company's own sheets.
import { type ImportKind, imports } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template/kinds'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { fetchFile } from '../../api/fetch-file.ts'
import { notify, notifyFailure } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { downloadFrom } from '../../lib/download.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { type FleetChoice, useFleetChoices } from '../catalogue/use-last-filter.ts'
import { KIND_WORDS } from './kinds.ts'
import { SavedMappings } from './SavedMappings.tsx'

const EMPTY = imports.generateUploadTemplate

const EmptyTemplate = () => {
  const { busy, run } = useBusy()
  const download = async (): Promise<void> => {
    try {
      saveFile(templateKind('add').fileName, await fetchFile(EMPTY, {}), EMPTY.sends)
    } catch (error) {
      notifyFailure(error, EMPTY)
    }
  }
  return <Button label="Descargar plantilla" icon="download" busy={busy} onClick={() => void run(download)} />
}

const FILLED = { edit: imports.generateEditionTemplate, replace: imports.generateReplacementTemplate } as const

const ChoiceText = ({ choice: { text, total }, isFilter }: { choice: FleetChoice; isFilter: boolean }) => (
  <span className="break">
    {isFilter ? (
      <>
        Los vehículos del filtro del catálogo (<strong>{text}</strong>)
      </>
    ) : (
      text
    )}
    {total !== undefined && <span className="muted"> · {vehiclesText(total)}</span>}
  </span>
)

const FilledTemplate = ({ kind }: { kind: keyof typeof FILLED }) => {
  const name = useId()
  const { fleet, filter } = useFleetChoices()
  const [all, setAll] = useState(false)
  const choice = all || !filter ? fleet : filter
  const reads = useCan('vehicles_read')
  const { mutate, isPending } = useAction(FILLED[kind], {
    onFailure: (error) => {
      const text = refusalText(error)
      if (text) notify('warning', text)
      return text !== undefined
    },
    onSuccess: ({ fileUrl, totalCount }) => {
      downloadFrom(fileUrl)
      notify('done', `La plantilla lleva ${vehiclesText(totalCount)}.`)
    },
  })
  return (
    <>
      <fieldset className="template__choice stack gap-4">
        <legend className="strong">La plantilla viene llena con</legend>
        {filter ? (
          [filter, fleet].map((one) => (
            <label key={one.text} className="check">
              <input type="radio" name={name} checked={one === choice} onChange={() => setAll(one === fleet)} />
              <ChoiceText choice={one} isFilter={one === filter} />
            </label>
          ))
        ) : (
          <p>
            <ChoiceText choice={fleet} isFilter={false} />
          </p>
        )}
        {reads && (
          <Link to={'/' as string}>
            {filter ? 'Cambiar el filtro en el catálogo' : 'Elegir menos vehículos en el catálogo'}
          </Link>
        )}
      </fieldset>
      <Button
        label={isPending ? 'Preparando la plantilla…' : 'Descargar plantilla'}
        icon="download"
        busy={isPending}
        onClick={() => mutate({ body: choice.query })}
      />
    </>
  )
}

export const TemplateCard = ({ kind }: { kind: ImportKind }) => {
  const { country } = useUser()
  return (
    <section className="box pad-16 narrow stack gap-12 justify-start" aria-labelledby="template-title">
      <h2 id="template-title">Plantilla</h2>
      {kind === 'add' ? <EmptyTemplate /> : <FilledTemplate kind={kind} />}
      <ul className="stack gap-4 small muted bullets">
        {KIND_WORDS[kind].help(country).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <SavedMappings kind={kind} />
    </section>
  )
}
