// The product's mark and word.
export const Mark = ({ size = 28 }: { size?: number }) => (
  <img src="/mark.svg" width={size} height={size} alt="" className="mark" />
)

export const Wordmark = ({ size = 28 }: { size?: number }) => (
  <span className="wordmark">
    <Mark size={size} />
    <span>Padrón</span>
  </span>
)
