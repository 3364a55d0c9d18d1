import type { CSSProperties } from 'react'

/** The tint of a menu group, for its icon only: darker on light, lighter on dark. */
export function drawerTint(color: string): CSSProperties {
  return {
    '--tint': `light-dark(var(--mantine-color-${color}-7), var(--mantine-color-${color}-4))`,
  } as CSSProperties
}
