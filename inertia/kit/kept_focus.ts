import { type RefObject, useEffect, useRef } from 'react'

/** For a button that is disabled while it is busy, and so loses the focus: it has it again afterwards, unless it went elsewhere. */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isBusy) return
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
  }, [isBusy])
  return button
}
