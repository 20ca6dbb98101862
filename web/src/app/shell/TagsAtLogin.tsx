// After signing in, with tags_read, the tag catalogue and the user's tags are loaded once (spec core §4) and cached for
// the screens. A separate chunk, so that the first screen does not wait for it.
import { tags } from '@padron/contract/tags'
import { useCall } from '../../api/use-call.ts'

export const TagsAtLogin = (): null => {
  useCall(tags.list, {})
  useCall(tags.ofUser, {})
  return null
}
