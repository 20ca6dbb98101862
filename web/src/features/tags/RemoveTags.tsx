// Confirms the deletion of a tag, or of a category with its tags: first shows where they are used. The deletion can be
// undone.
import { tags as calls } from '@padron/contract/tags'
import { notify } from '../../api/notify.ts'
import { notifyRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { effectsText, noLongerRequiredText, tagsText } from './tag-texts.ts'

/** A tag, or a whole category. */
type Removed = { tagId: number; tagName: string } | { tagCategoryId: number; tagCategoryName: string }

const partsOf = (removed: Removed) => {
  if ('tagId' in removed) {
    const { tagId, tagName } = removed
    const remove = { call: calls.remove, args: { body: { tags: [{ tagId, tagName }] } } }
    return { ...remove, name: tagName, noun: 'etiqueta', ids: { tagIds: [tagId] } }
  }
  const { tagCategoryId, tagCategoryName } = removed
  const tagsGroup = [{ TagCategoryId: tagCategoryId, TagCategoryName: tagCategoryName }]
  const remove = { call: calls.removeCategory, args: { body: { tagsGroup } } }
  return { ...remove, name: tagCategoryName, noun: 'categoría', ids: { tagCategoryIds: [tagCategoryId] } }
}

export const RemoveTags = ({ removed, onClose }: { removed: Removed; onClose: () => void }) => {
  const { call, args, name, noun, ids } = partsOf(removed)
  const title = `Eliminar ${noun}`
  const effects = useQuietCall(calls.effects, { body: ids }, { fresh: true })
  const close = useIfMounted(onClose)
  // Expired, or already undone: the server says which.
  const undo = useAction(calls.undo, { onFailure: (failure) => notifyRefusal(failure) })
  const { mutate, isPending, error } = useAction(call, {
    onFailure: refusalText,
    onSuccess: ({ undoId }) => {
      notify('done', call.done, {
        about: name,
        action: { label: 'Deshacer', run: () => undo.mutate({ body: { undoId } }) },
      })
      close()
    },
  })
  if (effects.isError)
    return (
      <Dialog title={title} onClose={onClose}>
        <LoadFailure title={calls.effects.fails} query={effects} />
      </Dialog>
    )
  return (
    <DangerDialog
      title={title}
      yes={title}
      busy={isPending}
      waiting={!effects.data}
      error={refusalText(error)}
      onYes={() => mutate(args)}
      onClose={onClose}
    >
      <p>
        Se eliminará la {noun} <strong>{name}</strong>
        {noun === 'categoría' && !!effects.data?.tags && ` con ${tagsText(effects.data.tags)}`}.
      </p>
      <p role="status">
        {effects.data
          ? [effectsText(effects.data), noLongerRequiredText(effects.data.unasked)].filter(Boolean).join(' ')
          : 'Viendo qué la usa…'}
      </p>
    </DangerDialog>
  )
}
