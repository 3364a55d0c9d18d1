import { router, usePoll } from '@inertiajs/react'
import { useEffect, useRef, useState } from 'react'
import { useJobStream } from '~/live/use_job_stream'

/** The page comes first: it was just asked for. */
const listenAfterMs = 5000
/** However much happens, somebody who looks on is asked for no more than this. */
const atMostEveryMs = 15_000
const unheardMs = 60_000
/** Nobody asked for it: messages for the next page are not for it. */
const byItself = { 'x-by-itself': 'true' }

/**
 * Asks for some props, or for all of the page, again when work in the companies of who looks has changed, while they look;
 * once a minute where the server cannot be listened to.
 */
export function useWorkRefresh(only?: string[], afterMs: number = listenAfterMs): void {
  const asked = { ...(only ? { only } : {}), headers: byItself }
  const [isOn, setIsOn] = useState(false)
  const timer = useRef(0)
  const askedAt = useRef(0)
  const wasLive = useRef(false)
  const isMissed = useRef(false)
  const ask = () => {
    if (timer.current !== 0) return
    const wait = Math.max(0, askedAt.current + atMostEveryMs - Date.now())
    timer.current = window.setTimeout(() => {
      timer.current = 0
      isMissed.current = document.hidden
      if (isMissed.current) return
      askedAt.current = Date.now()
      router.reload(asked)
    }, wait)
  }
  const isLive = useJobStream(isOn, { onWork: ask })
  const { start, stop } = usePoll(unheardMs, asked, { autoStart: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happened while nobody listened was not told
  useEffect(() => {
    if (isLive && wasLive.current) ask()
    if (isLive) wasLive.current = true
    if (isOn && !isLive) start()
    return stop
  }, [isOn, isLive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is opened once
  useEffect(() => {
    const opening = window.setTimeout(() => setIsOn(true), afterMs)
    const catchUp = () => {
      if (!document.hidden && isMissed.current) ask()
    }
    document.addEventListener('visibilitychange', catchUp)
    return () => {
      document.removeEventListener('visibilitychange', catchUp)
      window.clearTimeout(opening)
      window.clearTimeout(timer.current)
    }
  }, [])
}
