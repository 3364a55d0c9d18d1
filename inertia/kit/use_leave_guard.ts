import { router } from '@inertiajs/react'
import { useEffect } from 'react'

const question = 'Hay cambios sin guardar. ¿Desea salir de todas formas?'

/** While it is on, leaving the page, by a link or by the browser, asks first. */
export function useLeaveGuard(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const stopVisits = router.on('before', (event) => {
      const { method, url, prefetch } = event.detail.visit
      const leaves = method === 'get' && !prefetch && url.pathname !== window.location.pathname
      return leaves ? window.confirm(question) : undefined
    })
    const stopClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stopClosing)
    return () => {
      stopVisits()
      window.removeEventListener('beforeunload', stopClosing)
    }
  }, [isOn])
}
