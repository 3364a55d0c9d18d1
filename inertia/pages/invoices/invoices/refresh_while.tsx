import { usePoll } from '@inertiajs/react'

const intervalMs = 2000

type Props = {
  /** Props to ask for; all of the page when left out. */
  only?: string[]
}

/** Asks the server again every two seconds for as long as it is drawn. */
export function RefreshWhile({ only }: Props) {
  usePoll(intervalMs, only ? { only } : {})
  return null
}
