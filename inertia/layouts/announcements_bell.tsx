import { Link } from '@inertiajs/react'
import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { bellText } from '~/layouts/announcement_sequence'
import { urlFor } from '~/urls'

type Props = { count: number; onRing: () => void }

/**
 * The bell of the top bar: how many announcements are unread, and the way back to them. Its context menu (right
 * button, long press or the menu key) leads to their history.
 */
export function AnnouncementsBell({ count, onRing }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const label = bellText(count)
  return (
    <Menu opened={isOpen} onChange={(opens) => !opens && setIsOpen(false)}>
      <Tooltip label={label} disabled={isOpen}>
        <Indicator label={count} disabled={count === 0} color="red.8" size={16} offset={6} zIndex={1}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={label}
              onClick={onRing}
              onContextMenu={(event) => {
                event.preventDefault()
                setIsOpen(true)
              }}
            >
              <IconBell size={19} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
        </Indicator>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={urlFor('announcements.index')}>
          Ver todos
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
