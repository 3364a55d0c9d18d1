import { IconPencilCheck } from '@tabler/icons-react'
import styles from './confidence.module.css'
import { ConfidenceMark } from './confidence_mark'
import type { Mark } from './review_field'

type Props = { mark: Mark }

/** Where the value of a field comes from: the reader and how sure it was, or a person. */
export function FieldMark({ mark }: Props) {
  switch (mark.kind) {
    case 'read':
      return <ConfidenceMark confidence={mark.confidence} />
    case 'person':
      return (
        <span className={styles.confidence} data-tone="grey">
          <IconPencilCheck size={14} aria-hidden="true" />
          <span>{mark.label}</span>
        </span>
      )
    case 'missing':
      return (
        <span className={styles.confidence} data-tone="red">
          <span className={styles.bar} aria-hidden="true" />
          <span>{mark.label}</span>
        </span>
      )
    case 'none':
      return null
    default:
      return mark satisfies never
  }
}
