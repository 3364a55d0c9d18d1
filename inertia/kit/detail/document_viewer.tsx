import { type DocumentBox, DocumentPage, type DocumentWord } from '~/kit/detail/document_page'
import { useDocumentView } from '~/kit/detail/use_document_view'
import { ViewerTools } from '~/kit/detail/viewer_tools'
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
  const view = useDocumentView(pages.length, boxes, activeBox)
  const { page, zoom } = view
  const url = pages[page - 1]
  return (
    <section className={styles.viewer} aria-label={label} onKeyDown={view.onKeyDown}>
      <ViewerTools view={view} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div className={styles.scroll} data-viewer-scroll tabIndex={0}>
        {url ? (
          <DocumentPage
            key={url}
            url={url}
            label={`${label}, página ${page} de ${pages.length}`}
            zoom={zoom}
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
