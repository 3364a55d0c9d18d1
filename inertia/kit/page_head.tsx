import { Link } from '@inertiajs/react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowLeft, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './page_head.module.css'

export type MenuAction = {
  label: string
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  isDangerous?: boolean
}

type Props = {
  title: ReactNode
  subtitle?: ReactNode
  status?: ReactNode
  /** Where the arrow beside the title leads. */
  back?: string
  /** The two main actions at most; everything else goes in `menu`. */
  actions?: ReactNode
  menu?: MenuAction[]
}

/** The head of a page: the only `h1`, its state, the main actions and one menu for the rest. */
export function PageHead({ title, subtitle, status, back, actions, menu = [] }: Props) {
  return (
    <div className={styles.head}>
      {back ? (
        <ActionIcon component={Link} href={back} variant="subtle" color="gray" aria-label="Volver">
          <IconArrowLeft size={18} />
        </ActionIcon>
      ) : null}
      <div className={styles.titles}>
        <div className={styles.line}>
          <h1>{title}</h1>
          {status}
        </div>
        {subtitle ? <div className={styles.subtitle}>{subtitle}</div> : null}
      </div>
      <div className={`${styles.actions} no-print`}>
        {actions}
        <ActionMenu actions={menu} label="Más acciones" />
      </div>
    </div>
  )
}

/** Actions behind three dots; nothing when there are none. */
export function ActionMenu({
  actions,
  label,
  size = 34,
}: {
  actions: MenuAction[]
  label: string
  size?: number
}) {
  if (actions.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={size} aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) =>
          action.href ? (
            <Menu.Item key={action.label} component={Link} href={action.href} leftSection={action.icon}>
              {action.label}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={action.label}
              leftSection={action.icon}
              color={action.isDangerous ? 'red' : undefined}
              onClick={action.onSelect}
            >
              {action.label}
            </Menu.Item>
          )
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
