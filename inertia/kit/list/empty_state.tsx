import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './empty.module.css'

type Props = { text?: string; icon?: ReactNode; action?: ReactNode }

/** Why there is nothing to see and, for whom may take it, the next step. */
export function EmptyState({ text = 'No hay datos para mostrar.', icon, action }: Props) {
  return (
    <div className={styles.empty}>
      {icon ?? <IconInbox size={32} stroke={1.3} aria-hidden="true" />}
      <p>{text}</p>
      {action}
    </div>
  )
}
