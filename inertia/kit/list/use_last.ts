import { useRef } from 'react'

/** The value, or the one before while the next is on its way. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
