// A file that the server creates at once: downloaded from its address once, however often the button is pressed. A
// refusal is reported in its own words.
import type { Args } from '@padron/contract/call'
import { exports as calls } from '@padron/contract/exports'
import { fetchFile } from '../../api/fetch-file.ts'
import { notifyRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { downloadFrom } from '../../lib/download.ts'
import { saveFile } from '../../lib/save-file.ts'

export const useFile = <R extends typeof calls.download | typeof calls.vehiclePdf>(call: R) => {
  const { mutate, isPending } = useAction<R>(call, {
    onFailure: refusalText,
    onSuccess: ({ fileUrl }) => downloadFrom(fileUrl),
  })
  return {
    download: (args: Args<R>): void =>
      void (isPending || mutate(args, { onError: (error) => void notifyRefusal(error) })),
    isPending,
  }
}

const { selection } = calls

/** The selected vehicles as a workbook: they are too many for an address, so the file is the response itself. */
export const useSelectionFile = () => {
  const { mutate, isPending } = useAction(selection, {
    send: async (args) => {
      const file = await fetchFile(selection, args)
      saveFile(file.name || 'Vehículos seleccionados.xlsx', file, selection.sends)
    },
    onFailure: refusalText,
    onSuccess: () => undefined,
  })
  return {
    download: (args: Args<typeof selection>): void =>
      void (isPending || mutate(args, { onError: (error) => void notifyRefusal(error) })),
    isPending,
  }
}
