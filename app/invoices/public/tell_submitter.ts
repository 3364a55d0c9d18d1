import { PUBLIC_STATES, type PublicState, publicState } from '#app/invoices/public/public_state'
import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import type { Transaction } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'

type Told = {
  id: number
  source: string
  submitterEmail: string | null
  publicCode: string | null
}
type Stage = { status: InvoiceStatus; paymentState: string }

/** States that are worth a mail; the one before is told when the invoice is registered. */
const WORTH_A_MAIL: readonly PublicState[] = ['accepted', 'rejected', 'paid']

/** Tells the submitter of a public invoice that it stands elsewhere now, and nothing of why: the link shows no more. */
export async function tellSubmitter(
  invoice: Told,
  before: Stage,
  after: Stage,
  trx: Transaction
): Promise<void> {
  const [from, to] = [publicState(before), publicState(after)]
  if (invoice.source !== 'public' || !invoice.submitterEmail || from === to || !WORTH_A_MAIL.includes(to))
    return
  const { label, text } = PUBLIC_STATES[to]
  await queueMail(
    {
      to: invoice.submitterEmail,
      subject: `Factura ${invoice.publicCode}: ${label.toLowerCase()}`,
      body: `La factura que registró con el código ${invoice.publicCode} está ahora «${label}».\n\n${text}\n\nPuede ver su estado en el enlace que recibió al registrarla.`,
      objectType: 'invoice',
      objectId: invoice.id,
    },
    trx
  )
}
