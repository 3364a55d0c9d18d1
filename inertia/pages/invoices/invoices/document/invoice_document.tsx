import { type DocumentBox, DocumentViewer } from '~/kit/detail/document_viewer'
import { editorOfPlace, placeOfBox } from '../review/place_editors'
import { ReadFacts } from '../review/read_facts'
import type { ReviewPage } from '../review/review_types'
import type { Review } from '../review/use_review'
import styles from './document.module.css'
import { documentBoxes, documentWords } from './document_marks'

type Props = { page: ReviewPage; review: Review }

/** The document with what was read marked on it; its words fill the field being corrected. */
export function InvoiceDocument({ page, review }: Props) {
  const { invoice, document, places } = page
  if (document === null) return <ReadFacts page={page} />

  function onBox(box: DocumentBox) {
    const editor = editorOfPlace(box.id)
    review.showPlace(placeOfBox(box.id))
    if (review.editor !== null) {
      const read = places.find((place) => place.name === placeOfBox(box.id))?.value
      if (read && review.editor === editor) review.taker.current?.take(read)
    } else if (editor !== null && invoice.isEditable) review.open(editor)
  }

  return (
    <div className={styles.document}>
      {review.editor === null ? null : (
        <p className={styles.hint} role="status">
          Pulse una palabra del documento para llevarla al campo.
        </p>
      )}
      <DocumentViewer
        label={`Documento de ${invoice.reference}`}
        pages={document.pages}
        boxes={documentBoxes(places)}
        activeBox={review.activePlace}
        words={review.editor === null ? [] : documentWords(document)}
        onWord={review.editor === null ? undefined : (word) => review.taker.current?.take(word.text)}
        onBox={onBox}
      />
    </div>
  )
}
