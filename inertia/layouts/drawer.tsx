import { router } from '@inertiajs/react'
import { Avatar, Tooltip } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
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
            <section key={group} className={styles.group} aria-label={group}>
              {isRail ? (
                <hr className={styles.line} />
              ) : (
                <button
                  type="button"
                  className={styles.groupHead}
                  aria-expanded={isOpen}
                  onClick={() => toggleGroup(group, isOpen)}
                >
                  <span>{group}</span>
                  <IconChevronDown size={14} data-closed={!isOpen || undefined} />
                </button>
              )}
              {isOpen
                ? items.map((item) => (
                    <DrawerEntry
                      key={item.route}
                      item={item}
                      isCurrent={item.route === current}
                      isRail={isRail}
                      onOpened={onOpened}
                    />
                  ))
                : null}
            </section>
          )
        })}
      </div>
      <Tooltip label="Cerrar sesión" position="right" disabled={!isRail}>
        <button type="button" className={styles.entry} onClick={() => router.post(urlFor('logout'))}>
          <span className={styles.icon}>
            <IconLogout size={18} stroke={1.7} />
          </span>
          <span className={isRail ? 'only-read' : undefined}>Cerrar sesión</span>
        </button>
      </Tooltip>
    </nav>
  )
}
