import { Link } from '@inertiajs/react'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconKeyboard, IconMenu2, IconSearch } from '@tabler/icons-react'
import { BrandMark } from '~/kit/brand_mark'
import { AnnouncementsBell } from '~/layouts/announcements_bell'
import { JobTray } from '~/layouts/job_tray'
import { MenuSearch } from '~/layouts/menu_search'
import { ThemeToggle } from '~/layouts/theme_toggle'
import type { Announcements } from '~/layouts/use_announcements'
import type { MenuItem, SharedProps, TrayJob } from '~/shared_props'
import styles from './shell.module.css'

const none: TrayJob[] = []

type Props = {
  shared: SharedProps
  palette: MenuItem[]
  announcements: Announcements
  isDrawerOpen: boolean
  isPhone: boolean
  onToggleDrawer: () => void
  onSearch: () => void
  onShortcuts: () => void
}

export function TopBar({ shared, palette, announcements, isDrawerOpen, isPhone, ...on }: Props) {
  const drawerLabel = isDrawerOpen ? 'Cerrar el menú' : 'Abrir el menú'
  return (
    <header className={styles.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={drawerLabel}
        aria-expanded={isDrawerOpen}
        onClick={on.onToggleDrawer}
      >
        <IconMenu2 size={19} stroke={1.7} />
      </ActionIcon>
      <Link href="/" className={styles.product}>
        <BrandMark size={26} />
        <span>{shared.app.name}</span>
      </Link>
      {shared.app.sandbox ? <span className={styles.chip}>Entorno de pruebas</span> : null}
      <div className={styles.middle}>
        {palette.length > 0 && !isPhone ? (
          <MenuSearch items={palette} placeholder="Buscar..." hasHotkeys />
        ) : null}
      </div>
      <div className={styles.tools}>
        {palette.length > 0 && isPhone ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Buscar en el menú"
            onClick={on.onSearch}
          >
            <IconSearch size={19} stroke={1.7} />
          </ActionIcon>
        ) : null}
        <JobTray jobs={shared.jobs ?? none} />
        <AnnouncementsBell count={announcements.count} onRing={announcements.ring} />
        <ThemeToggle />
        {isPhone ? null : (
          <Tooltip label="Atajos de teclado (?)">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Atajos de teclado"
              onClick={on.onShortcuts}
            >
              <IconKeyboard size={19} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </header>
  )
}
