import { router, usePoll } from '@inertiajs/react'
import { useEffect, useRef } from 'react'
import { useJobStream } from '~/live/use_job_stream'

const intervalMs = 2000
/** Many steps at once are one question. */
const gatherMs = 400

type Props = {
  /** Props to ask for; all of the page when left out. */
  only?: string[]
  /** The invoice in view; any invoice when left out. */
  invoiceId?: number
}

/**
 * Asks the server again whenever the reading of an invoice moves on, for as long as it is drawn; every two seconds
 * where the server cannot be listened to.
 */
export function RefreshWhile({ only, invoiceId }: Props) {
  const asked = only ? { only } : {}
  const timer = useRef(0)
  const ask = () => {
    if (timer.current !== 0) return
    timer.current = window.setTimeout(() => {
      timer.current = 0
      router.reload(asked)
    }, gatherMs)
  }
  const isLive = useJobStream(true, {
    onObject: ({ type, id }) => {
      if (type === 'invoice' && (invoiceId === undefined || invoiceId === id)) ask()
    },
  })
  const { start, stop } = usePoll(intervalMs, asked, { autoStart: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happened before the stream was open was not told
  useEffect(() => {
    if (isLive) ask()
    else start()
    return stop
  }, [isLive])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return null
}
