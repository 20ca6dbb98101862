// A file that the server makes now: taken from its address once, however often it is asked for. A refusal is told in
// its own words.
import type { Args } from '@padron/contract/call'
import type { exports as calls } from '@padron/contract/exports'
import { notifyRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { downloadFrom } from '../../lib/download.ts'

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
