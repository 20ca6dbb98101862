// A tag: its name on its category's colour. The eleven colours have text dark enough to read.
import { TAG_COLORS } from '@padron/contract/tags'
import '../tags.css'

const known: readonly string[] = TAG_COLORS

export const TagLabel = ({ name, color }: { name: string; color: string }) => (
  <span className={`tag tiny bordered rounded-small break tag--${known.includes(color) ? color : 'none'}`}>{name}</span>
)
