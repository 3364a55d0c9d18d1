import { Link } from '@inertiajs/react'
import { Tooltip } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { drawerTint } from '~/layouts/drawer_tint'
import { NamedIcon } from '~/layouts/named_icon'
import type { MenuItem } from '~/shared_props'
import styles from './drawer.module.css'

type Props = { item: MenuItem; isCurrent: boolean; isRail: boolean; onOpened: () => void }

/** One screen of the drawer. In the rail only its icon shows, with the title as a tooltip. */
export function DrawerEntry({ item, isCurrent, isRail, onOpened }: Props) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent && link.current) bringIntoList(link.current)
  }, [isCurrent])
  return (
    <>
      {item.header && !isRail ? <div className={styles.header}>{item.header}</div> : null}
      <Tooltip label={item.title} position="right" disabled={!isRail}>
        <Link
          ref={link}
          href={item.path}
          className={styles.entry}
          style={drawerTint(item.color)}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onOpened}
        >
          <span className={styles.icon}>
            <NamedIcon name={item.icon} />
          </span>
          <span className={isRail ? 'only-read' : styles.text}>{item.title}</span>
        </Link>
      </Tooltip>
    </>
  )
}

const marginPx = 12

/** The screen that is open is in view in a menu that is longer than the window; nothing but the menu scrolls. */
function bringIntoList(link: HTMLElement) {
  const list = link.closest('[data-scrolls]')
  if (!list) return
  const [inside, around] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inside.bottom > around.bottom) list.scrollTop += inside.bottom - around.bottom + marginPx
  if (inside.top < around.top) list.scrollTop -= around.top - inside.top + marginPx
}
