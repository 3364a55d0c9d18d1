import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { StatusBadge } from '~/kit/status_badge'
import { severityOfRank } from './severity'

type Props = { count: number; rank: number }

/** How many alarms are open and how grave the gravest is, by icon, word and colour. */
export function AlarmCount({ count, rank }: Props) {
  if (count === 0) return null
  const { tone, label } = severityOfRank(rank)
  const Icon = rank >= 4 ? IconAlertOctagon : rank >= 2 ? IconAlertTriangle : IconInfoCircle
  const words = count === 1 ? `1 alarma: ${label}` : `${count} alarmas, la más grave: ${label}`
  return (
    <span title={words}>
      <StatusBadge tone={tone} label={`${count}`} icon={<Icon size={14} aria-hidden="true" />} />
      <span className="only-read">{words}</span>
    </span>
  )
}
