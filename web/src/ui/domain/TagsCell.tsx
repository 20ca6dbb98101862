// Three tags, and a button for the rest (spec bulk §9).
import { NOTHING } from '../../lib/money-text.ts'
import { Popup } from '../overlay/Popup.tsx'
import { TagLabel } from './TagLabel.tsx'

const VISIBLE_TAGS = 3
type Tags = readonly { tagId: number; tagName: string; tagColor: string }[]

const labels = (tags: Tags) =>
  tags.map(({ tagId, tagName, tagColor }) => <TagLabel key={tagId} name={tagName} color={tagColor} />)

export const TagsCell = ({ tags }: { tags: Tags }) => {
  if (!tags.length) return <span className="muted">{NOTHING}</span>
  const rest = tags.slice(VISIBLE_TAGS)
  return (
    <span className="tags row gap-4 clip">
      {labels(tags.slice(0, VISIBLE_TAGS))}
      {rest.length > 0 && (
        <Popup
          label="Etiquetas"
          className="tags__more rigid tiny muted bordered pressable"
          buttonLabel={`Ver ${rest.length} ${rest.length === 1 ? 'etiqueta' : 'etiquetas'} más`}
          button={`+${rest.length}`}
        >
          <div className="tags row gap-4 clip tags--all">{labels(rest)}</div>
        </Popup>
      )}
    </span>
  )
}
