import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './notices.module.css'

/** Why a payment needs attention, on one line; all of it on hover. A dash when there is nothing to say. */
export function Notices({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return <span className={styles.none}>–</span>
  const text = texts.join(' · ')
  return (
    <span className={styles.notice} title={text} data-line>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {text}
    </span>
  )
}
