import { SYSTEM } from '#app/audit/record_event'
import { changeHeader } from '#app/invoices/actions/edit_invoice'
import { submitInvoice } from '#app/invoices/actions/submit_invoice'
import { execute } from '#app/kernel/sql'
import { approve, form, type InvoiceStage, reviewed } from '#tests/factories/invoice_stage'

type Wanted = { currency: string; issuedOn: string; totalMinor?: number; withholdingMinor?: number }

/** A rate as the European Central Bank publishes it; the first one of a day stays. */
export async function publishRate(currency: string, onDate: string, rate: string): Promise<void> {
  await execute(
    `insert into fx_rates (currency, on_date, source, rate) values (:currency, :onDate, 'ecb', :rate::numeric) on conflict do nothing`,
    { currency, onDate, rate }
  )
}

/** A reviewed invoice in another currency, with the rate of its day where it is known. */
export async function foreignInvoice(stage: InvoiceStage, { currency, ...wanted }: Wanted): Promise<number> {
  const id = await reviewed(stage, wanted)
  await changeHeader({ ...(await form(id, stage.accountant)), actor: SYSTEM, currency })
  return id
}

/** The same, approved and booked. */
export async function bookedForeign(stage: InvoiceStage, wanted: Wanted): Promise<number> {
  const id = await foreignInvoice(stage, wanted)
  await submitInvoice(id, stage.accountant.actor)
  await approve(id, stage.approver)
  return id
}
