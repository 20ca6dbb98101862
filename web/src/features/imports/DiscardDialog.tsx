// Giving a checked file up, or calling its application off while that can still be.
import { type Import, imports } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { isRefusal, refusalText } from '../exports/refusal.ts'
import { useKeepImport } from './use-import.ts'

const WORDS = {
  queued: {
    title: 'Cancelar la aplicación',
    text: 'Si todavía no termina, no se escribe nada: nunca queda a medias.',
    yes: 'Cancelar la aplicación',
  },
  other: {
    title: 'Descartar el archivo',
    text: 'No se escribe nada. Para usarlo habrá que enviarlo de nuevo; sus correcciones se pierden.',
    yes: 'Descartar',
  },
} as const

type Props = { told: Import; onDone: () => void; onClose: () => void }

export const DiscardDialog = ({ told, onDone, onClose }: Props): ReactNode => {
  const keep = useKeepImport()
  const { mutate, isPending, error } = useAction(imports.discard, {
    told: isRefusal,
    worked: ({ message, import: now }) => {
      keep(now)
      notify('done', message)
      onDone()
    },
  })
  const { title, text, yes } = WORDS[told.state === 'queued' ? 'queued' : 'other']
  return (
    <DangerDialog
      title={title}
      yes={yes}
      busy={isPending}
      error={refusalText(error)}
      onYes={() => mutate({ params: { importId: told.importId } })}
      onClose={onClose}
    >
      <p className="dialog-text">{text}</p>
    </DangerDialog>
  )
}
