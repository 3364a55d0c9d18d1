import { useEffect, useSyncExternalStore } from 'react'

/** Marks of what somebody is in the middle of: a form in which something is typed, a file that is being looked at. */
const inHand = new Set<object>()
const listeners = new Set<() => void>()

function change(act: () => void) {
  act()
  for (const listener of listeners) listener()
}

/** While it is on, nothing opens by itself over the page. */
export function useWorkInHand(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const mark = {}
    change(() => inHand.add(mark))
    return () => change(() => inHand.delete(mark))
  }, [isOn])
}

/** Whether somebody is in the middle of something now. */
export const isWorkInHand = (): boolean => inHand.size > 0

/** The same, followed. */
export const useIsWorkInHand = (): boolean => useSyncExternalStore(listen, isWorkInHand)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
