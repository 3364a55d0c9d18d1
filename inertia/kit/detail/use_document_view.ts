import { type KeyboardEvent, useState } from 'react'
import type { DocumentBox } from '~/kit/detail/document_page'

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
const fitWidth = 2

/** Which page of a document is seen and how large; a box that becomes active turns to its page. Pages count from 1. */
export function useDocumentView(pageCount: number, boxes: DocumentBox[], activeBox: string | null) {
  const [turned, setTurned] = useState<{ page: number; box: string | null }>({ page: 1, box: null })
  const [zoomAt, setZoomAt] = useState(fitWidth)
  const active = boxes.find((box) => box.id === activeBox)
  if (activeBox !== turned.box) setTurned({ page: active?.page ?? turned.page, box: activeBox })
  const page = Math.min(Math.max(turned.page, 1), Math.max(pageCount, 1))
  const turn = (to: number) => setTurned({ page: Math.min(Math.max(to, 1), pageCount), box: activeBox })
  const enlarge = (step: number) => setZoomAt(Math.min(Math.max(zoomAt + step, 0), zooms.length - 1))
  const fit = () => setZoomAt(fitWidth)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'PageDown') turn(page + 1)
    else if (event.key === 'PageUp') turn(page - 1)
    else if (event.key === '+' || event.key === '=') enlarge(1)
    else if (event.key === '-') enlarge(-1)
    else if (event.key === '0') fit()
    else return
    event.preventDefault()
  }

  return {
    page,
    pageCount,
    turn,
    /** 1 where the page is as wide as its frame. */
    zoom: zooms[zoomAt] ?? 1,
    isSmallest: zoomAt === 0,
    isLargest: zoomAt === zooms.length - 1,
    enlarge,
    fit,
    onKeyDown,
  }
}

export type DocumentView = ReturnType<typeof useDocumentView>
