// Giving a checked file up, or calling its application off while that can still be.
import { type Import, imports } from '@padron/contract/imports'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { useKeepImport } from './use-import.ts'

const WORDS = {
  queued: {
    title: 'Cancelar la aplicación',
    text: 'Si todavía no termina, no se escribe nada: nunca queda a medias.',
    yes: 'Cancelar la aplicación',
    no: 'Seguir aplicando',
  },
  other: {
    title: 'Descartar el archivo',
    text: 'No se escribe nada. Para usarlo habrá que enviarlo de nuevo; sus correcciones se pierden.',
    yes: 'Descartar',
    no: 'Cancelar',
  },
} as const
const ENDED = 'Ya había terminado; puede deshacerlo.'

type Props = { told: Import; onDone: () => void; onClose: () => void }

export const DiscardDialog = ({ told, onDone, onClose }: Props): ReactNode => {
  const keep = useKeepImport()
  // As it was when it was asked: it goes on while the question stands.
  const [cancels] = useState(told.state === 'queued')
  const isOver = ({ state }: Import): boolean => cancels && state === 'applied'
  const over = isOver(told)
  const notifyEnd = useEffectEvent(() => {
    notify('warning', ENDED)
    onClose()
  })
  useEffect(() => {
    if (over) notifyEnd()
  }, [over])
  const { mutate, isPending, error } = useAction(imports.discard, {
    told: isRefusal,
    worked: ({ message, import: now }) => {
      keep(now)
      if (!isOver(now)) notify('done', message)
      onDone()
    },
  })
  const { title, text, yes, no } = WORDS[cancels ? 'queued' : 'other']
  return (
    <DangerDialog
      title={title}
      yes={yes}
      no={no}
      busy={isPending}
      error={refusalText(error)}
      onYes={() => mutate({ params: { importId: told.importId } })}
      onClose={onClose}
    >
      <p className="dialog-text">{text}</p>
    </DangerDialog>
  )
}
