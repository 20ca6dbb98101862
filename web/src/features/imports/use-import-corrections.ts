// The corrections of one file, and the check that validates them.
import { type Import, imports } from '@padron/contract/imports'
import { CORRECTIONS_AT_MOST } from '@padron/contract/imports/rows'
import { notify } from '../../api/notify.ts'
import { type CorrectionsState, useCorrections } from '../../ui/rows-grid/use-corrections.ts'
import { useImportAction } from './use-import.ts'

/** @param onChecked called with the checked file once the screen displays it */
export const useImportCorrections = (importId: string, onChecked: (file: Import) => void): CorrectionsState => {
  const corrections = useCorrections(`import-${importId}`, CORRECTIONS_AT_MOST)
  const { mutate, busy, error } = useImportAction(imports.recheck, ({ message, import: file }) => {
    corrections.onChecked()
    notify(file.state === 'refused' ? 'warning' : 'done', message)
    onChecked(file)
  })
  const recheck = (omitRefused = false): void => {
    const sent = busy ? undefined : corrections.send()
    if (sent)
      mutate({ params: { importId }, body: { ...sent, omitRefused } }, { onError: () => corrections.onFailed() })
  }
  return { ...corrections, recheck, busy, error }
}
