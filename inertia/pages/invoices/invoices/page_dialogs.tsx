import { FormDialog } from '~/kit/dialog/form_dialog'
import { RadioField, SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { ReviewPage } from './review/review_types'

type Props = { page: ReviewPage; onClose: () => void }

/** A document that holds two invoices: from which page on is it the other one. */
export function DivideDialog({ page: { invoice, document }, onClose }: Props) {
  const numbers = document?.numbers ?? []
  const form = useFormSubmission({
    initial: { fromPage: numbers[1] ? String(numbers[1]) : (null as string | null) },
    url: urlFor('invoices.divide', { id: invoice.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Dividir el documento" form={form} submitLabel="Dividir">
      <p>
        Las páginas desde la que elija serán otra factura. Las dos se leen de nuevo: lo que se haya corregido
        a mano en esta se pierde.
      </p>
      <SelectField
        label="La otra factura empieza en la página"
        isRequired
        options={numbers.slice(1).map((number, index) => ({
          value: String(number),
          label: `${index + 2} de ${numbers.length}`,
        }))}
        {...form.field('fromPage')}
      />
    </FormDialog>
  )
}

/** Two parts of one file that are one invoice. */
export function JoinDialog({ page: { invoice, parts }, onClose }: Props) {
  const form = useFormSubmission({
    initial: { otherId: parts[0] ? String(parts[0].id) : '' },
    url: urlFor('invoices.join', { id: invoice.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Unir páginas" form={form} submitLabel="Unir páginas">
      <p>
        «{invoice.reference}» tomará las páginas de la otra, que quedará anulada, y se leerá de nuevo con
        todas.
      </p>
      <RadioField
        label="Factura del mismo archivo"
        isRequired
        options={parts.map(({ id, reference, number }) => ({
          value: String(id),
          label: number ? `${reference} · ${number}` : reference,
        }))}
        {...form.field('otherId')}
      />
    </FormDialog>
  )
}
