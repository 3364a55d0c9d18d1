import type { KeyboardEvent } from 'react'

/** Ctrl+Enter or Cmd+Enter sends the form from any of its fields. */
export function submitOnKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
