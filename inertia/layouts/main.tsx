import { usePage } from '@inertiajs/react'
import { useMantineColorScheme } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from '~/kit/dialog/dialog'
import { isDialogOpen } from '~/kit/dialog/open_dialog'
import { ShortcutsOverlay } from '~/kit/shortcuts'
import { AnnouncementModal } from '~/layouts/announcement_modal'
import { SideDrawer } from '~/layouts/drawer'
import { currentRoute, drawerEntries, paletteEntries } from '~/layouts/drawer_entries'
import { DrawerPlace, useDrawer } from '~/layouts/drawer_place'
import { FlashToasts } from '~/layouts/flash_toasts'
import { MenuSearch } from '~/layouts/menu_search'
import { TopBar } from '~/layouts/top_bar'
import { useAnnouncements } from '~/layouts/use_announcements'
import { type CurrentUser, useShared } from '~/shared_props'
import styles from './shell.module.css'

type Props = { children: ReactNode }

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
  const drawer = useDrawer()
  const { isPhone } = drawer
  const [overlay, setOverlay] = useState<'search' | 'shortcuts' | null>(null)
  const palette = paletteEntries(shared.menu, user)
  useOverlayKeys(setOverlay, isPhone && palette.length > 0)
  const entries = drawerEntries(shared.menu, user)
  const menu = (
    <SideDrawer
      user={user}
      entries={entries}
      palette={palette}
      current={currentRoute(entries, component, url.split('?')[0] ?? '/')}
      isRail={drawer.isRail && !isPhone}
      hasSearch={isPhone}
      onToggleRail={drawer.toggleRail}
      onOpened={() => isPhone && drawer.close()}
    />
  )

  return (
    <div className={styles.shell} data-drawer={drawer.state}>
      <a className="skip-link" href="#content">
        Ir al contenido
      </a>
      <FlashToasts />
      <TopBar
        shared={shared}
        palette={palette}
        announcements={announcements}
        isDrawerOpen={drawer.isOpen}
        isPhone={isPhone}
        onToggleDrawer={drawer.toggle}
        onSearch={() => setOverlay('search')}
        onShortcuts={() => setOverlay('shortcuts')}
      />
      <DrawerPlace drawer={drawer} title={shared.app.name}>
        {menu}
      </DrawerPlace>
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

/** The keys that open what lies over the page; a window with room for it has its search in the bar. */
function useOverlayKeys(open: (overlay: 'search' | 'shortcuts') => void, hasSearch: boolean) {
  useHotkeys([
    ['shift+?', () => open('shortcuts')],
    ['?', () => open('shortcuts')],
  ])
  useHotkeys([['mod+K', () => hasSearch && open('search')]], [])
  useHotkeys([['/', () => hasSearch && !isDialogOpen() && open('search')]])
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
