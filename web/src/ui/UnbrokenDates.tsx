// A sentence with times in it, which are not broken over two lines.
const TIME = /(\(?\d{2}\/\d{2}\/\d{4}(?: \d{2}:\d{2})?\)?)/

export const UnbrokenDates = ({ text }: { text: string }) =>
  text.split(TIME).map((part, at) =>
    TIME.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity
      <span key={at} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
