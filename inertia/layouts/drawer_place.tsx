import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { isFlag, readStored, writeStored } from '~/browser_store'
import styles from './shell.module.css'

const railKey = 'caudal.drawer.rail'

/** Whether the side drawer is there and how wide: over the page on a phone, beside it elsewhere, or a rail. */
export function useDrawer() {
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(!isPhone)
  const [wasPhone, setWasPhone] = useState(isPhone)
  if (wasPhone !== isPhone) {
    // A window made narrow, or a tablet turned, starts with the drawer of its new size.
    setWasPhone(isPhone)
    setIsOpen(!isPhone)
  }
  const [isRail, setIsRail] = useState(() => readStored(railKey, false, isFlag))
  return {
    isPhone,
    isOpen,
    isRail,
    /** What the page leaves room for. */
    state: isPhone || !isOpen ? 'closed' : isRail ? 'rail' : 'open',
    toggle: () => setIsOpen(!isOpen),
    close: () => setIsOpen(false),
    toggleRail() {
      setIsRail(!isRail)
      writeStored(railKey, !isRail)
    },
  }
}

type Props = { drawer: ReturnType<typeof useDrawer>; title: string; children: ReactNode }

/** Where the side drawer lies: over the page on a phone, beside it elsewhere. */
export function DrawerPlace({ drawer: { isPhone, isOpen, close }, title, children }: Props) {
  if (isPhone)
    return (
      <Drawer
        opened={isOpen}
        onClose={close}
        size={300}
        padding={0}
        styles={{
          header: { paddingInline: 16, background: 'var(--surface-quiet)' },
          content: { background: 'var(--surface-quiet)' },
        }}
        closeButtonProps={{ 'aria-label': 'Cerrar el menú' }}
        title={title}
      >
        {children}
      </Drawer>
    )
  return isOpen ? <div className={styles.aside}>{children}</div> : <span />
}
