import type { KeyboardEvent } from 'react'

/** Ctrl+Enter or Cmd+Enter sends the form from any of its fields. */
export function submitOnKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (!isSubmitKey(event)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

export const isSubmitKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)
