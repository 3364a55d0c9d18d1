import { router } from '@inertiajs/react'
import { createContext, useContext, useEffect } from 'react'

const question = 'Hay cambios sin guardar. ¿Desea salir de todas formas?'

/** Marks of the forms in view in which something is typed and not saved. */
const unsaved = new Set<object>()
const watch: { stop: (() => void) | null } = { stop: null }

/** What a part of a page does to keep what is typed in it while another part is in view. */
export const PartHold = createContext<(() => () => void) | null>(null)

/** While it is on, leaving the page, by a link, the way back or the browser, asks first, and its part of the page is kept. */
export function useLeaveGuard(isOn: boolean) {
  const hold = useContext(PartHold)
  useEffect(() => (isOn ? hold?.() : undefined), [isOn, hold])
  useEffect(() => {
    if (!isOn) return
    const mark = {}
    unsaved.add(mark)
    watch.stop ??= watchLeaving()
    return () => {
      unsaved.delete(mark)
      if (unsaved.size > 0) return
      watch.stop?.()
      watch.stop = null
    }
  }, [isOn])
}

type Visit = {
  method: string
  url: URL
  prefetch: boolean
  preserveState: unknown
  only: readonly string[]
}

/** Another page, or the same one anew: what only asks for some of its data, or for the same again, leaves it as it is. */
function leaves({ method, url, prefetch, preserveState, only }: Visit): boolean {
  if (method !== 'get' || prefetch) return false
  const { pathname, search } = window.location
  return url.pathname !== pathname || !preserveState || (url.search !== search && only.length === 0)
}

/** One watch for all forms: whoever leaves is asked once. */
function watchLeaving(): () => void {
  const place = placeInHistory()
  const stopVisits = router.on('before', (event) =>
    leaves(event.detail.visit) ? window.confirm(question) : undefined
  )
  const stopNotes = router.on('navigate', place.note)
  const stopClosing = (event: BeforeUnloadEvent) => event.preventDefault()
  const askOnBack = (event: PopStateEvent) => {
    if (place.isReturning()) event.stopImmediatePropagation()
    else if (!window.confirm(question)) {
      event.stopImmediatePropagation()
      place.goBack()
    }
  }
  window.addEventListener('beforeunload', stopClosing)
  // Before the page library hears of it: it would have drawn the other page by then.
  window.addEventListener('popstate', askOnBack, true)
  return () => {
    stopVisits()
    stopNotes()
    window.removeEventListener('beforeunload', stopClosing)
    window.removeEventListener('popstate', askOnBack, true)
  }
}

/** Where the page in view lies in the history, to return to it when the browser has gone one back or forth already. */
function placeInHistory() {
  const index = () => window.navigation?.currentEntry?.index ?? 0
  let here = index()
  let returning = false
  return {
    note: () => {
      here = index()
    },
    isReturning() {
      const was = returning
      returning = false
      return was
    },
    goBack() {
      returning = true
      window.history.go(here - index() || 1)
    },
  }
}
