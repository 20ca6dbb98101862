// Undoing a file: what it does and what stays, before it is done.
import { type Import, imports } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { didText, KIND_WORDS } from './kinds.ts'
import { useKeepImport } from './use-import.ts'
import { useMailWords } from './use-mail-words.ts'

type Props = { told: Import; onUndoing: (told: Import) => void; onClose: () => void }

export const UndoDialog = ({ told, onUndoing, onClose }: Props): ReactNode => {
  const keep = useKeepImport()
  const { mutate, isPending, error } = useAction(imports.undo, {
    told: isRefusal,
    worked: ({ message, import: now }) => {
      keep(now)
      notify('done', message)
      onUndoing(now)
    },
  })
  const { importId, kind, notifyTo, fileName, effects } = told
  const end = useMailWords().atEnd(notifyTo)
  return (
    <DangerDialog
      title={`Deshacer ${fileName}`}
      yes="Deshacer"
      busy={isPending}
      error={refusalText(error)}
      onYes={() => mutate({ params: { importId }, body: { ...(notifyTo !== null && { notifyTo }) } })}
      onClose={onClose}
    >
      <div className="dialog-text">
        <p>{didText(told)} con este archivo.</p>
        <p>
          {KIND_WORDS[kind].undoes}
          {effects.newTagCount > 0 && ' Las etiquetas que creó se quedan.'}
        </p>
        {end && <p className="muted">{end}</p>}
      </div>
    </DangerDialog>
  )
}
