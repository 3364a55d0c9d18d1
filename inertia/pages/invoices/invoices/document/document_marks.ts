import type { DocumentBox, DocumentWord } from '~/kit/detail/document_viewer'
import { confidenceLevel } from '../review/confidence'
import type { ReadPlace, ReviewPage } from '../review/review_types'

type Corners = [number, number, number, number]

/** The places of what was read, for the viewer: the first of a field carries its name as key. */
export function documentBoxes(places: ReadPlace[]): DocumentBox[] {
  return places.flatMap((place) => {
    const { tone, label } = confidenceLevel(place.confidence)
    return place.boxes.map(({ page, box }, index) => ({
      id: index === 0 ? place.name : `${place.name}.${index}`,
      label: `${place.label}, confianza ${label.toLowerCase()}`,
      tone,
      page,
      ...rectangle(box),
    }))
  })
}

/** The words of the pages, for the viewer. */
export function documentWords(document: NonNullable<ReviewPage['document']>): DocumentWord[] {
  return document.words.map(({ page, text, box }) => ({ page, text, ...rectangle(box) }))
}

function rectangle([left, top, right, bottom]: Corners) {
  return { x: left, y: top, width: right - left, height: bottom - top }
}
