import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { bellText } from '~/layouts/announcement_sequence'

type Props = { count: number; onRing: () => void }

/** The bell of the top bar: how many announcements are unread, and the way back to them. */
export function AnnouncementsBell({ count, onRing }: Props) {
  const label = bellText(count)
  return (
    <Tooltip label={label}>
      <Indicator label={count} disabled={count === 0} color="red.8" size={16} offset={6} zIndex={1}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onRing}>
          <IconBell size={19} stroke={1.7} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
