import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { IssuedDocument } from './document_page'

const facts = ({ recipient, total }: IssuedDocument) => [
  { label: 'Destinatario', value: recipient.name },
  { label: 'Total', value: <Money value={total} /> },
]

/** For what should never have been issued; an operation that was real is rectified. */
export const annulling = (document: IssuedDocument): Confirmation => ({
  title: 'Anular la factura',
  question: `${document.number} quedará anulada y su número no se vuelve a usar. Si la operación existió, rectifíquela en lugar de anularla.`,
  facts: facts(document),
  submitLabel: 'Anular',
  isDangerous: true,
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  url: urlFor('issued-invoices.annul', { id: document.id }),
})

export const repeatingAnnulment = (document: IssuedDocument): Confirmation => ({
  title: 'Repetir la anulación',
  question: `La AEAT rechazó la anulación de ${document.number}: se registra otra, que lo dice.`,
  submitLabel: 'Repetir la anulación',
  url: urlFor('issued-invoices.annul', { id: document.id }),
})
