// At login, with tags_read, the tag catalogue and the user's tags are loaded (spec core §4): asked once, and kept for
// the screens that need them. In a chunk of its own: the first screen does not wait for it.
import { tags } from '@padron/contract/tags'
import { useCall } from '../../api/use-call.ts'

export const TagsAtLogin = (): null => {
  useCall(tags.list, {})
  useCall(tags.ofUser, {})
  return null
}
