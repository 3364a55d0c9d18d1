import { router } from '@inertiajs/react'
import type { MouseEvent } from 'react'

/** Opens what a row leads to; in another tab with Ctrl, Cmd or the middle button. */
export function openRow(href: string, keys: { ctrlKey: boolean; metaKey: boolean }) {
  if (keys.ctrlKey || keys.metaKey) window.open(href, '_blank', 'noopener')
  else router.visit(href)
}

/** Whether a click belongs to the row itself: not to a control in it, nor to text being selected. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, [role="menu"]')) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
