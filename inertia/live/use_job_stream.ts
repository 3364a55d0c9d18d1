import { useEffect, useRef, useState } from 'react'
import { jobStream, type StreamListener } from '~/live/job_stream'

type Handlers = Omit<StreamListener, 'onState'>

/** Listens to the server while `isOn`; gives whether it is heard, so that the caller asks by itself when it is not. */
export function useJobStream(isOn: boolean, handlers: Handlers): boolean {
  const [isLive, setIsLive] = useState(false)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!isOn) return
    const leave = jobStream.subscribe({
      onState: setIsLive,
      onJobs: (jobs) => latest.current.onJobs?.(jobs),
      onObject: (object) => latest.current.onObject?.(object),
      onWork: () => latest.current.onWork?.(),
      onProcesses: () => latest.current.onProcesses?.(),
    })
    return () => {
      leave()
      setIsLive(false)
    }
  }, [isOn])
  return isLive
}
