import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { type DocumentBox, DocumentPage, type DocumentWord } from '~/kit/detail/document_page'
import styles from './viewer.module.css'

export type { DocumentBox, DocumentWord }

type Props = {
  /** The document's name, for screen readers. */
  label: string
  /** URLs of the page images, first page first: `/files/{id}/pages/{n}.png`. */
  pages: string[]
  /** Places to mark, in fractions of their page. */
  boxes?: DocumentBox[]
  /** The box to bring into view; changing it turns to its page. */
  activeBox?: string | null
  words?: DocumentWord[]
  onWord?: (word: DocumentWord) => void
  onBox?: (box: DocumentBox) => void
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
const fitWidth = 2

/** The pages of a document: zoom, turning, marked places, and words that can be clicked. All of it with the keyboard. */
export function DocumentViewer({
  label,
  pages,
  boxes = [],
  activeBox = null,
  words = [],
  onWord,
  onBox,
}: Props) {
  const [turned, setTurned] = useState<{ page: number; box: string | null }>({ page: 1, box: null })
  const [zoomAt, setZoomAt] = useState(fitWidth)
  const active = boxes.find((box) => box.id === activeBox)
  if (activeBox !== turned.box) setTurned({ page: active?.page ?? turned.page, box: activeBox })
  const page = Math.min(Math.max(turned.page, 1), Math.max(pages.length, 1))
  const turn = (to: number) => setTurned({ page: Math.min(Math.max(to, 1), pages.length), box: activeBox })
  const zoom = (step: number) => setZoomAt(Math.min(Math.max(zoomAt + step, 0), zooms.length - 1))
  const url = pages[page - 1]

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'PageDown') turn(page + 1)
    else if (event.key === 'PageUp') turn(page - 1)
    else if (event.key === '+' || event.key === '=') zoom(1)
    else if (event.key === '-') zoom(-1)
    else if (event.key === '0') setZoomAt(fitWidth)
    else return
    event.preventDefault()
  }

  return (
    <section className={styles.viewer} aria-label={label} onKeyDown={onKeyDown}>
      <div className={styles.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Página anterior"
          disabled={page <= 1}
          onClick={() => turn(page - 1)}
        >
          <IconChevronLeft size={17} />
        </ActionIcon>
        <span className="num" role="status">
          {pages.length === 0 ? 0 : page} / {pages.length}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Página siguiente"
          disabled={page >= pages.length}
          onClick={() => turn(page + 1)}
        >
          <IconChevronRight size={17} />
        </ActionIcon>
        <span className={styles.gap} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Alejar"
          disabled={zoomAt === 0}
          onClick={() => zoom(-1)}
        >
          <IconZoomOut size={17} />
        </ActionIcon>
        <button
          type="button"
          className={`${styles.zoom} num`}
          onClick={() => setZoomAt(fitWidth)}
          aria-label={`Ampliación ${Math.round((zooms[zoomAt] ?? 1) * 100)} %, pulse para ajustar al ancho`}
        >
          {Math.round((zooms[zoomAt] ?? 1) * 100)} %
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Acercar"
          disabled={zoomAt === zooms.length - 1}
          onClick={() => zoom(1)}
        >
          <IconZoomIn size={17} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div className={styles.scroll} data-viewer-scroll tabIndex={0}>
        {url ? (
          <DocumentPage
            key={url}
            url={url}
            label={`${label}, página ${page} de ${pages.length}`}
            zoom={zooms[zoomAt] ?? 1}
            boxes={boxes.filter((box) => box.page === page)}
            activeBox={activeBox}
            words={words.filter((word) => word.page === page)}
            onWord={onWord}
            onBox={onBox}
          />
        ) : (
          <p className={styles.none}>El documento no tiene páginas para mostrar.</p>
        )}
      </div>
    </section>
  )
}
