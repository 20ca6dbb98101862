// An email address, or a text with some: it wraps after an @ or a dot, not within a word. Not for the name of a link or
// a button, which a screen reader would read in parts.
import { Fragment } from 'react'

export const EmailText = ({ text }: { text: string }) => (
  <>
    {text.split(/(?<=[@.])(?=\S)/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
)
