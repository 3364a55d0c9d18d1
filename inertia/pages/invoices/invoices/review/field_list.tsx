import { Section } from '~/kit/detail/detail_page'
import { Correction } from './correction'
import { FieldRow } from './field_row'
import styles from './fields.module.css'
import { reviewFields } from './review_fields'
import type { ReviewPage } from './review_types'
import type { Review } from './use_review'

type Props = { page: ReviewPage; review: Review }

/** What was read, field by field; each opens its correction where it stands. */
export function FieldList({ page, review }: Props) {
  const placed = new Set(page.places.filter((place) => place.boxes.length > 0).map((place) => place.name))
  const { isEditable } = page.invoice
  return (
    <Section title="Datos leídos">
      <div className={styles.fields}>
        {reviewFields(page).map(({ editor, fields }) => (
          <div key={editor} className={styles.group}>
            {fields.map((field) => {
              const place = field.places.find((name) => placed.has(name)) ?? null
              return (
                <FieldRow
                  key={field.name}
                  field={field}
                  isEditable={isEditable}
                  isOpen={review.editor === editor}
                  isActive={place !== null && field.places.includes(review.activePlace ?? '')}
                  onShow={() => review.showPlace(place)}
                  onOpen={() => review.toggle(editor)}
                />
              )
            })}
            {review.editor === editor && isEditable ? (
              <Correction editor={editor} page={page} review={review} />
            ) : null}
          </div>
        ))}
      </div>
      {page.invoice.addsUp ? null : (
        <p className={styles.check} data-tone="red" role="status">
          Base, impuestos y retención no suman el total. Corrija los totales.
        </p>
      )}
    </Section>
  )
}
