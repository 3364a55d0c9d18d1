import { useEffect } from 'react'

/** What was last used outside of a dialog, and what stands for it when it is gone. */
type Place = { element: HTMLElement; menu: HTMLElement | null; row: string | null; list: Element | null }

let last: Place | null = null

const isInDialog = (element: Element) => element.closest('[role="dialog"][aria-modal="true"]') !== null

/** The button that opened the menu that an element is in: the entries of a menu are gone once it closes. */
function menuOf(element: Element): HTMLElement | null {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}

function note({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || isInDialog(target)) return
  const menu = menuOf(target)
  const row = (menu ?? target).closest<HTMLElement>('[data-index]')
  last = { element: target, menu, row: row?.dataset.index ?? null, list: row?.closest('section') ?? null }
}

if (typeof document !== 'undefined') document.addEventListener('focusin', note)

/**
 * What gets the focus now: what was used, the button of the menu it was in, the row that has taken its place in the list,
 * or the title of the page.
 */
function home({ element, menu, row, list }: Place): HTMLElement | null {
  const inList = row === null || !list?.isConnected ? null : rowNear(list, Number(row))
  const title = document.querySelector<HTMLElement>('h1')
  if (title && !title.hasAttribute('tabindex')) title.tabIndex = -1
  return (
    [element, menu, inList, title].find(
      // A button that has become another one and waits for something takes no focus: it would be lost.
      (one) => one?.isConnected && one.getClientRects().length > 0 && !one.matches(':disabled')
    ) ?? null
  )
}

const rowNear = (list: Element, index: number): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-index="${index}"]`) ??
  [...list.querySelectorAll<HTMLElement>('[data-index]')].at(-1) ??
  null

/** While `isOpen`, a dialog has the focus; then it goes back to what opened it, or to what stands in its place. */
export function useReturnedFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const place = last
    return () => {
      // After the frame in which the dialog and a row that left the list are taken out.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const { activeElement } = document
          if (!place || (activeElement && activeElement !== document.body && !isInDialog(activeElement)))
            return
          home(place)?.focus({ preventScroll: true })
        })
      )
    }
  }, [isOpen])
}
