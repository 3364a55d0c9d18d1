import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** grey: draft; blue: waits for somebody; amber: attention; green: done; red: refused or lost; orange: a correction that is announced. */
export type Tone = 'grey' | 'blue' | 'amber' | 'green' | 'red' | 'orange'

type Props = { tone: Tone; label: string; icon?: ReactNode }

const icons: Record<Tone, ReactNode> = {
  grey: <IconCircleDashed size={14} aria-hidden="true" />,
  blue: <IconClock size={14} aria-hidden="true" />,
  amber: <IconAlertTriangle size={14} aria-hidden="true" />,
  green: <IconCircleCheck size={14} aria-hidden="true" />,
  orange: <IconAlertTriangle size={14} aria-hidden="true" />,
  red: <IconCircleX size={14} aria-hidden="true" />,
}

/** A state: never by colour alone, always with icon and word. */
export function StatusBadge({ tone, label, icon }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon ?? icons[tone]}
      <span>{label}</span>
    </span>
  )
}
