import { IconChevronDown } from '@tabler/icons-react'
import { FieldMark } from './field_mark'
import styles from './fields.module.css'
import type { ReviewField } from './review_field'

type Props = {
  field: ReviewField
  isEditable: boolean
  isOpen: boolean
  isActive: boolean
  onShow: () => void
  onOpen: () => void
}

/** One field: value, where it comes from, and its place on the document while one looks at it. */
export function FieldRow({ field, isEditable, isOpen, isActive, onShow, onOpen }: Props) {
  return (
    <button
      type="button"
      className={styles.field}
      data-active={isActive || undefined}
      aria-expanded={isEditable ? isOpen : undefined}
      title={isEditable ? `Corregir: ${field.label}` : undefined}
      onMouseEnter={onShow}
      onFocus={onShow}
      onClick={isEditable ? onOpen : onShow}
    >
      <span className={styles.label}>{field.label}</span>
      <span
        className={`${styles.value} ${field.isFigure ? 'num' : ''}`}
        data-total={field.name === 'total' || undefined}
      >
        {field.value}
      </span>
      <FieldMark mark={field.mark} />
      {isEditable ? <IconChevronDown size={15} className={styles.chevron} aria-hidden="true" /> : null}
    </button>
  )
}
