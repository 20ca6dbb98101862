// A text field that offers the values already in use in the fleet, once it has the focus and a moment after each letter.
import { catalogue } from '@padron/contract/catalogue'
import type { SuggestedField } from '@padron/contract/vehicle-fields'
import { memo, type ReactNode, useCallback, useState } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { DraftText } from '../../ui/DraftText.tsx'

const WAIT_MS = 300
const NO_VALUES: readonly string[] = []

type Props = {
  name: SuggestedField
  label: string
  first: string
  hidden: boolean
  onDraft: (name: string, text: string) => void
}

export const SuggestedText = memo(({ name, first, ...rest }: Props): ReactNode => {
  const [used, use] = useState(false)
  const [text, setText] = useState(first)
  const like = useDebounced(text.trim(), WAIT_MS)
  const { data } = useQuietCall(
    catalogue.suggestions,
    { query: { field: name, ...(like && { like }) } },
    { keep: true, off: !used },
  )
  return (
    <DraftText
      {...rest}
      name={name}
      first={first}
      offered={data?.values ?? NO_VALUES}
      onText={setText}
      onFocus={useCallback(() => use(true), [])}
    />
  )
})
