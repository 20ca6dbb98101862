// The template of new vehicles, without any: the same file for everybody.
import { imports } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template-kinds'
import type { ReactNode } from 'react'
import { fetchFile } from '../../api/fetch-file.ts'
import { notifyFailure } from '../../api/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Icon } from '../../ui/icons.tsx'

const CALL = imports.generateUploadTemplate

export const EmptyTemplate = (): ReactNode => {
  const { busy, run } = useBusy()
  const take = () =>
    run(async () => {
      try {
        saveFile(templateKind('add').fileName, await fetchFile(CALL, {}), CALL.sends)
      } catch (error) {
        notifyFailure(error, CALL)
      }
    })
  return (
    <button type="button" className="button" aria-disabled={busy} onClick={() => void take()}>
      {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
      Descargar plantilla
    </button>
  )
}
