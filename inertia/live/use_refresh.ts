import { router, usePoll } from '@inertiajs/react'
import { useEffect, useRef } from 'react'
import type { StreamListener } from '~/live/job_stream'
import { useJobStream } from '~/live/use_job_stream'

const intervalMs = 2000
/** Many steps at once are one question. */
const gatherMs = 400
/** Nobody asked for it: messages for the next page are not for it. */
const byItself = { 'x-by-itself': 'true' }

type Watched = {
  isOn: boolean
  /** Props to ask for; all of the page when left out. */
  only?: string[] | undefined
  /** Whether what was told concerns this page. */
  concerns: {
    jobs?: true
    processes?: true
    object?: (object: Parameters<NonNullable<StreamListener['onObject']>>[0]) => boolean
  }
}

/**
 * Asks for the page's data again whenever a job that concerns it moves on; every two seconds where the server cannot
 * be listened to.
 */
export function useRefresh({ isOn, only, concerns }: Watched): void {
  const asked = { ...(only ? { only } : {}), headers: byItself }
  const timer = useRef(0)
  const ask = () => {
    if (timer.current !== 0) return
    timer.current = window.setTimeout(() => {
      timer.current = 0
      router.reload(asked)
    }, gatherMs)
  }
  const isLive = useJobStream(isOn, {
    onJobs: () => concerns.jobs && ask(),
    onProcesses: () => concerns.processes && ask(),
    onObject: (object) => concerns.object?.(object) && ask(),
  })
  const { start, stop } = usePoll(intervalMs, asked, { autoStart: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happened before the stream was open was not told
  useEffect(() => {
    if (isOn && isLive) ask()
    if (isOn && !isLive) start()
    return stop
  }, [isOn, isLive])
  useEffect(() => () => window.clearTimeout(timer.current), [])
}
