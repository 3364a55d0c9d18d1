import { usePage } from '@inertiajs/react'
import { Drawer, useMantineColorScheme } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { isFlag, readStored, writeStored } from '~/browser_store'
import { Dialog } from '~/kit/dialog/dialog'
import { ShortcutsOverlay } from '~/kit/shortcuts'
import { AnnouncementModal } from '~/layouts/announcement_modal'
import { SideDrawer } from '~/layouts/drawer'
import { currentRoute, drawerEntries, paletteEntries } from '~/layouts/drawer_entries'
import { FlashToasts } from '~/layouts/flash_toasts'
import { MenuSearch } from '~/layouts/menu_search'
import { TopBar } from '~/layouts/top_bar'
import { useAnnouncements } from '~/layouts/use_announcements'
import { type CurrentUser, useShared } from '~/shared_props'
import styles from './shell.module.css'

type Props = { children: ReactNode }

const railKey = 'caudal.drawer.rail'

/** The frame of every page behind the login. */
export function MainLayout({ children }: Props) {
  const shared = useShared()
  const user = shared.auth.user
  useThemeOf(user)
  if (user === null) return <main className={styles.main}>{children}</main>
  return <Shell user={user}>{children}</Shell>
}

function Shell({ user, children }: Props & { user: CurrentUser }) {
  const shared = useShared()
  const { component, url } = usePage()
  const announcements = useAnnouncements()
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(!isPhone)
  const [wasPhone, setWasPhone] = useState(isPhone)
  if (wasPhone !== isPhone) {
    // A window made narrow, or a tablet turned, starts with the drawer of its new size.
    setWasPhone(isPhone)
    setIsOpen(!isPhone)
  }
  const [isRail, setIsRail] = useState(() => readStored(railKey, false, isFlag))
  const [overlay, setOverlay] = useState<'search' | 'shortcuts' | null>(null)
  useHotkeys([
    ['shift+?', () => setOverlay('shortcuts')],
    ['?', () => setOverlay('shortcuts')],
  ])
  const palette = paletteEntries(shared.menu, user)
  const hasOverlaySearch = isPhone && palette.length > 0
  useHotkeys([['mod+K', () => hasOverlaySearch && setOverlay('search')]], [])
  useHotkeys([['/', () => hasOverlaySearch && setOverlay('search')]])

  const entries = drawerEntries(shared.menu, user)
  const drawer = (
    <SideDrawer
      user={user}
      entries={entries}
      palette={palette}
      current={currentRoute(entries, component, url.split('?')[0] ?? '/')}
      isRail={isRail && !isPhone}
      hasSearch={isPhone}
      onToggleRail={() => {
        setIsRail(!isRail)
        writeStored(railKey, !isRail)
      }}
      onOpened={() => isPhone && setIsOpen(false)}
    />
  )
  const drawerState = isPhone || !isOpen ? 'closed' : isRail ? 'rail' : 'open'

  return (
    <div className={styles.shell} data-drawer={drawerState}>
      <a className="skip-link" href="#content">
        Ir al contenido
      </a>
      <FlashToasts />
      <TopBar
        shared={shared}
        palette={palette}
        announcements={announcements}
        isDrawerOpen={isOpen}
        isPhone={isPhone}
        onToggleDrawer={() => setIsOpen(!isOpen)}
        onSearch={() => setOverlay('search')}
        onShortcuts={() => setOverlay('shortcuts')}
      />
      {isPhone ? (
        <Drawer
          opened={isOpen}
          onClose={() => setIsOpen(false)}
          size={300}
          padding={0}
          styles={{
            header: { paddingInline: 16, background: 'var(--surface-quiet)' },
            content: { background: 'var(--surface-quiet)' },
          }}
          closeButtonProps={{ 'aria-label': 'Cerrar el menú' }}
          title={shared.app.name}
        >
          {drawer}
        </Drawer>
      ) : isOpen ? (
        <div className={styles.aside}>{drawer}</div>
      ) : (
        <span />
      )}
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <AnnouncementModal announcements={announcements} />
      <Dialog opened={overlay === 'search'} onClose={() => setOverlay(null)} title="Buscar en el menú">
        <MenuSearch
          items={palette}
          placeholder="Buscar menú... (Ctrl+K)"
          results="inline"
          hasFocus
          onOpened={() => setOverlay(null)}
        />
      </Dialog>
      <ShortcutsOverlay opened={overlay === 'shortcuts'} onClose={() => setOverlay(null)} />
    </div>
  )
}

/** The theme the user chose elsewhere wins over the one of this browser. */
function useThemeOf(user: CurrentUser | null) {
  const { setColorScheme } = useMantineColorScheme()
  const preference = user?.themePreference ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another user comes in, never after a toggle here
  useEffect(() => {
    if (preference !== null) setColorScheme(preference === 'myDarkTheme' ? 'dark' : 'light')
  }, [user?.id])
}
