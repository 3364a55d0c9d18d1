import type { KeyboardEvent } from 'react'

/** Ctrl+Enter or Cmd+Enter sends the form from any of its fields. */
export function submitOnKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (!isSubmitKey(event)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

/** Whether these are the keys that send a form: Ctrl+Enter or Cmd+Enter. */
export const isSubmitKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)
