// A sentence whose dates and times do not wrap.
const TIME = /(\(?\d{2}\/\d{2}\/\d{4}(?: \d{2}:\d{2})?\)?)/

export const UnbrokenDates = ({ text }: { text: string }) =>
  text.split(TIME).map((part, at) =>
    TIME.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no id
      <span key={at} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
