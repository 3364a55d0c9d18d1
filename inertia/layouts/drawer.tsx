import { router } from '@inertiajs/react'
import { Avatar, Tooltip } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isFlags, readStored, writeStored } from '~/browser_store'
import { drawerGroups } from '~/layouts/drawer_entries'
import { DrawerEntry } from '~/layouts/drawer_entry'
import { MenuSearch } from '~/layouts/menu_search'
import type { CurrentUser, MenuItem } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from './drawer.module.css'

type Props = {
  user: CurrentUser
  entries: MenuItem[]
  palette: MenuItem[]
  current: string | null
  isRail: boolean
  hasSearch: boolean
  onToggleRail: () => void
  onOpened: () => void
}

const groupsKey = 'caudal.drawer.groups'

/** The side drawer: the user, the groups of the menu and the way out. */
export function SideDrawer({
  user,
  entries,
  palette,
  current,
  isRail,
  hasSearch,
  onToggleRail,
  onOpened,
}: Props) {
  const [closed, setClosed] = useState<Record<string, boolean>>(() => readStored(groupsKey, {}, isFlags))

  function toggleGroup(group: string, isOpen: boolean) {
    const next = { ...closed, [group]: isOpen }
    setClosed(next)
    writeStored(groupsKey, next)
  }

  return (
    <nav className={styles.drawer} data-rail={isRail || undefined} aria-label="Menú principal">
      <UserButton user={user} isRail={isRail} onToggleRail={onToggleRail} />
      {hasSearch && palette.length > 0 ? (
        <div className={styles.search}>
          <MenuSearch
            items={palette}
            placeholder="Buscar menú... (Ctrl+K)"
            results="inline"
            onOpened={onOpened}
          />
        </div>
      ) : null}
      <div className={styles.groups} data-scrolls>
        {drawerGroups(entries).map(({ group, items }) => {
          const isOpen = isRail || !closed[group] || items.some((item) => item.route === current)
          return (
            <DrawerGroup
              key={group}
              name={group}
              look={isRail ? 'rail' : isOpen ? 'open' : 'closed'}
              onToggle={() => toggleGroup(group, isOpen)}
            >
              {items.map((item) => (
                <DrawerEntry
                  key={item.route}
                  item={item}
                  isCurrent={item.route === current}
                  isRail={isRail}
                  onOpened={onOpened}
                />
              ))}
            </DrawerGroup>
          )
        })}
      </div>
      <LogoutButton isRail={isRail} />
    </nav>
  )
}

/** Who is logged in; pressing it makes the drawer narrow or wide. */
function UserButton({ user, isRail, onToggleRail }: Pick<Props, 'user' | 'isRail' | 'onToggleRail'>) {
  return (
    <Tooltip label={user.name} position="right" disabled={!isRail}>
      <button type="button" className={styles.user} aria-pressed={isRail} onClick={onToggleRail}>
        <Avatar size={30} radius="xl" color="brand" variant="filled">
          {user.initials}
        </Avatar>
        {isRail ? (
          <span className="only-read">{user.name}</span>
        ) : (
          <span className={styles.name}>{user.name}</span>
        )}
      </button>
    </Tooltip>
  )
}

type GroupProps = {
  name: string
  /** A rail has no names: its groups are always open. */
  look: 'rail' | 'open' | 'closed'
  onToggle: () => void
  children: ReactNode
}

function DrawerGroup({ name, look, onToggle, children }: GroupProps) {
  const isOpen = look !== 'closed'
  return (
    <section className={styles.group} aria-label={name}>
      {look === 'rail' ? (
        <hr className={styles.line} />
      ) : (
        <button type="button" className={styles.groupHead} aria-expanded={isOpen} onClick={onToggle}>
          <span>{name}</span>
          <IconChevronDown size={14} data-closed={!isOpen || undefined} />
        </button>
      )}
      {isOpen ? children : null}
    </section>
  )
}

function LogoutButton({ isRail }: Pick<Props, 'isRail'>) {
  return (
    <Tooltip label="Cerrar sesión" position="right" disabled={!isRail}>
      <button type="button" className={styles.entry} onClick={() => router.post(urlFor('logout'))}>
        <span className={styles.icon}>
          <IconLogout size={18} stroke={1.7} />
        </span>
        <span className={isRail ? 'only-read' : undefined}>Cerrar sesión</span>
      </button>
    </Tooltip>
  )
}
